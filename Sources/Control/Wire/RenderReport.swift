// SPDX-License-Identifier: Apache-2.0

/// What `metronomed --render FILE --stems` tells of the files that it has written, and `metroctl render` reads: a line for each.
package enum RenderReport {
    private static let begin = "wrote          "

    /// The line of a file.
    package static func line(of file: String) -> String { begin + file }

    /// The files that lines tell of, sorted.
    package static func files(in lines: String) -> [String] {
        lines.split(separator: "\n").filter { $0.hasPrefix(begin) }.map { String($0.dropFirst(begin.count)) }.sorted()
    }
}
