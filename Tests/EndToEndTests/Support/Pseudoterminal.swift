// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// A terminal that a test reads and types on.
final class Pseudoterminal {
    private typealias Open =
        @convention(c) (
            UnsafeMutablePointer<CInt>, UnsafeMutablePointer<CInt>, UnsafeMutablePointer<CChar>?, UnsafeRawPointer?,
            UnsafeRawPointer?
        ) -> CInt

    /// The path by which programs open it.
    let path: String
    private var keyboard: CInt = -1
    /// Kept open, so that the end of a program does not hang up the terminal.
    private var line: CInt = -1
    private var unread: [UInt8] = []

    init() throws {
        // Glibc's module leaves it out.
        guard let symbol = dlsym(nil, "openpty") else { throw HarnessError("there is no openpty") }
        var name = [CChar](repeating: 0, count: 128)
        guard unsafeBitCast(symbol, to: Open.self)(&keyboard, &line, &name, nil, nil) == 0 else {
            throw HarnessError("openpty: errno \(errno)")
        }
        path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        for descriptor in [keyboard, line] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    }

    deinit {
        if keyboard >= 0 { close(keyboard) }
        close(line)
    }

    /// Closes its window: it is hung up.
    func hangUp() {
        close(keyboard)
        keyboard = -1
    }

    /// Presses keys.
    func type(_ keys: String) {
        let bytes = Array(keys.utf8)
        _ = write(keyboard, bytes, bytes.count)
    }

    /// Sets its size. The program in it receives SIGWINCH.
    func resize(columns: UInt16, rows: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(keyboard, UInt(TIOCSWINSZ), &size)
    }

    /// The bytes that were written to it since the last call.
    func bytes() -> [UInt8] {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65536)
        var request = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
        while Glibc.poll(&request, 1, 0) > 0, request.revents & Int16(POLLIN) != 0 {
            let count = read(keyboard, &part, part.count)
            guard count > 0 else { break }
            bytes += part.prefix(count)
        }
        return bytes
    }

    /// What was written to it since the last call.
    func written() -> String {
        let bytes = unread + self.bytes()
        // The bytes may end within a character.
        let letter = bytes.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
        let isWhole = String(validating: bytes[letter...], as: UTF8.self) != nil
        unread = isWhole ? [] : Array(bytes[letter...])
        return String(decoding: isWhole ? bytes[...] : bytes[..<letter], as: UTF8.self)
    }

    /// Whether it echoes keys and delivers them by line, as a shell leaves it.
    var isCooked: Bool {
        var state = termios()
        guard tcgetattr(line, &state) == 0 else { return false }
        let flags = tcflag_t(ECHO | ICANON)
        return state.c_lflag & flags == flags
    }
}
