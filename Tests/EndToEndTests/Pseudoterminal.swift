// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// A terminal with nobody but the test in front of it.
final class Pseudoterminal {
    private typealias Open =
        @convention(c) (
            UnsafeMutablePointer<CInt>, UnsafeMutablePointer<CInt>, UnsafeMutablePointer<CChar>?, UnsafeRawPointer?,
            UnsafeRawPointer?
        ) -> CInt

    /// Where programs open it.
    let path: String
    private var keyboard: CInt = -1
    /// Held open, so that nothing hangs up when a program ends.
    private var line: CInt = -1

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
        close(keyboard)
        close(line)
    }

    /// Presses keys.
    func type(_ keys: String) {
        let bytes = Array(keys.utf8)
        _ = write(keyboard, bytes, bytes.count)
    }

    /// Whether it shows keys and collects them to lines, as a shell leaves it.
    var isCooked: Bool {
        var state = termios()
        guard tcgetattr(line, &state) == 0 else { return false }
        let flags = tcflag_t(ECHO | ICANON)
        return state.c_lflag & flags == flags
    }
}
