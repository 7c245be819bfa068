// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc

/// What stdout can show.
struct Terminal {
    /// Whether lines can be drawn over: a terminal that is not dumb.
    let isLive: Bool
    /// Whether to use colour: not without a terminal, nor against `NO_COLOR`.
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

    /// Keys are not shown while a line is drawn; returns what `showKeys` puts back, or nil where nothing was changed.
    static func hideKeys() -> termios? {
        var before = termios()
        // Another group's terminal is not ours to change.
        guard tcgetpgrp(STDIN_FILENO) == getpgrp(), unsafe tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
        var quiet = before
        quiet.c_lflag &= ~tcflag_t(ECHO | ICANON)
        return unsafe tcsetattr(STDIN_FILENO, TCSANOW, &quiet) == 0 ? before : nil
    }

    /// Shows keys again, and forgets those that were typed meanwhile.
    static func showKeys(_ before: termios) {
        var before = before
        unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
    }

    /// How wide it is now.
    var columns: Int {
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
