// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc

/// What the terminal on stdout can show.
struct Terminal {
    /// Whether a line can be drawn again in its place: stdout is a terminal, and not a dumb one.
    let isLive: Bool
    /// Whether to use colour: it is a terminal, and `NO_COLOR` is not set.
    let isColoured: Bool
    /// Whether characters beyond ASCII can be shown, by the locale.
    let isUnicode: Bool

    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let term = environment["TERM"] ?? ""
        isLive = isatty(STDOUT_FILENO) == 1 && !term.isEmpty && term != "dumb"
        isColoured = isLive && (environment["NO_COLOR"] ?? "").isEmpty
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let charset = locale.uppercased()
        isUnicode = charset.contains("UTF-8") || charset.contains("UTF8")
    }

    /// Stops the echo of keys; returns the modes that `showKeys` puts back, or nil where nothing was changed.
    static func hideKeys() -> termios? {
        var before = termios()
        // The modes belong to the process group in the foreground.
        guard tcgetpgrp(STDIN_FILENO) == getpgrp(), unsafe tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
        var quiet = before
        quiet.c_lflag &= ~tcflag_t(ECHO | ICANON)
        // A key that makes a signal drops those that were typed before it, so a read may find none though poll(2) saw some:
        // it must not wait. VTIME and VMIN.
        (quiet.c_cc.5, quiet.c_cc.6) = (0, 0)
        return unsafe tcsetattr(STDIN_FILENO, TCSANOW, &quiet) == 0 ? before : nil
    }

    /// Puts the modes back, and drops the keys that were typed meanwhile.
    static func showKeys(_ before: termios) {
        var before = before
        unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
    }

    /// The first byte of each key among bytes. An arrow is one key of several bytes, the first of which is Escape, and so
    /// is a letter beyond ASCII, whose other bytes begin with the bits 10.
    static func keys(of bytes: [UInt8]) -> [UInt8] {
        bytes.first == 0x1B ? [0x1B] : bytes.filter { $0 & 0xC0 != 0x80 }
    }

    /// The bytes of the keys that were typed; nil where the terminal is gone.
    static func typed() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = unsafe read(STDIN_FILENO, &bytes, bytes.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return [] }
        guard count == 0 else { return count > 0 ? Array(bytes.prefix(count)) : nil }
        var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        let isGone = unsafe poll(&request, 1, 0) > 0 && request.revents & Int16(POLLHUP | POLLERR) != 0
        return isGone || isatty(STDIN_FILENO) != 1 ? nil : []
    }

    /// How many columns it has now; 80 where the number is not known.
    var columns: Int {
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
