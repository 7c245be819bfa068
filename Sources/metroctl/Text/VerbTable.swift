// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// The verbs in the help of the program, as a table of one line for each, so that all of it fits one screen.
enum VerbTable {
    /// The lines that two verbs share, each where the first of them stands.
    static let shared: [(verbs: [String], text: String)] = [
        (["mute", "unmute"], "Play on without being heard, and be heard again"),
        (["lane", "lanes"], "Add a rhythm beside the beats, or choose them all"),
        (["undo", "redo"], "Undo the last change of the music, and redo it"),
        (["practise", "prompt"], "A part, each pass faster; what to play next"),
        (["timer", "count-in"], "Practise for so long; count bars before the first"),
        (["offset", "latency"], "Tell or set how late it is heard, and how promptly"),
        (["seek", "loop"], "Go to another place of the song, or repeat a part"),
        (["bridges", "link"], "List the bridges to others; tell of Ableton Link"),
        (["version", "ping"], "Tell the versions of protocol and daemon; answer"),
        (["describe", "call"], "Describe methods, events and errors; call a method"),
        (["doctor", "shutdown"], "Say what is amiss on this system; end the daemon"),
    ]

    /// The help with its groups of verbs, which the parser of options writes one below the other, as one table.
    ///
    /// A text without such groups stays as it is.
    static func compacted(_ help: String) -> String {
        let ending = " SUBCOMMANDS:"
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let first = lines.firstIndex(where: { $0.hasSuffix(ending) }) else { return help }
        var rows: [(group: String, verb: String, text: String)] = []
        var group = ""
        var rest: [String] = []
        for line in lines[first...] {
            if line.hasSuffix(ending) {
                group = line.dropLast(ending.count).capitalizedFirst
            } else if line.hasPrefix("  See ") {
                rest.append(line)
            } else if line.hasPrefix("   "), !rows.isEmpty {
                // The end of a text that had no room.
                rows[rows.count - 1].text += " " + line.drop { $0 == " " }
            } else if line.hasPrefix("  ") {
                let verb = line.dropFirst(2).prefix { $0 != " " }
                rows.append((group, String(verb), String(line.dropFirst(2 + verb.count).drop { $0 == " " })))
                group = ""
            }
        }
        for line in shared {
            guard let first = rows.firstIndex(where: { $0.verb == line.verbs[0] }) else { continue }
            (rows[first].verb, rows[first].text) = (line.verbs.joined(separator: ", "), line.text)
            rows.removeAll { line.verbs.dropFirst().contains($0.verb) }
        }
        let groupWidth = (rows.map(\.group.count).max() ?? 0) + 2
        let verbWidth = (rows.map(\.verb.count).max() ?? 0) + 2
        let table = rows.map { "  " + $0.group.padded(to: groupWidth) + $0.verb.padded(to: verbWidth) + $0.text }
        // Without blank lines round the table, which make it longer than a screen.
        let head = Array(lines[..<(lines[..<first].last == "" ? first - 1 : first)])
        return (head + ["SUBCOMMANDS:"] + table + rest).joined(separator: "\n")
    }
}

extension Substring {
    /// PLAY as Play.
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst().lowercased() }
}
