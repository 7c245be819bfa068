// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// How many columns texts of help are broken into: those that `COLUMNS` names, or else those of the terminal.
package enum HelpWidth {
    /// The parser of command lines leaves descriptions out where there are fewer, and some widths end the program.
    private static let columns = 40...10_000

    /// `COLUMNS` as it was given, for programs that are started; nil where it was not set.
    package static let given = unsafe getenv("COLUMNS").map { unsafe String(cString: $0) }

    /// Has `COLUMNS` name a width that help can be written in. To be called before a command line is parsed.
    package static func prepare() {
        let named = given.flatMap { Int($0) }
        if let named, 1...columns.upperBound ~= named {
            if named < columns.lowerBound { unsafe setenv("COLUMNS", "\(columns.lowerBound)", 1) }
            return
        }
        unsafe unsetenv("COLUMNS")
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0,
            !columns.contains(Int(size.ws_col))
        else { return }
        unsafe setenv(
            "COLUMNS", "\(Int(size.ws_col) < columns.lowerBound ? columns.lowerBound : columns.upperBound)", 1)
    }
}
