// SPDX-License-Identifier: Apache-2.0

/// What `metronomed --render FILE --stems` tells of the files that it has written, and `metroctl render` reads: a line for each.
package enum RenderReport {
    private static let begin = "wrote          "

    /// The line of a file, whose name is a JSON string: it may hold the end of a line.
    package static func line(of file: String) -> String { begin + JSONValue.string(file).text }

    /// The files that lines tell of, sorted.
    package static func files(in lines: String) -> [String] {
        lines.split(separator: "\n").compactMap { line in
            line.hasPrefix(begin) ? try? JSONLine.parse(Array(line.utf8.dropFirst(begin.utf8.count))).string : nil
        }.sorted()
    }
}
