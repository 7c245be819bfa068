// SPDX-License-Identifier: Apache-2.0

import MetronomeBounds
import MetronomeControl
import MetronomeLinux

/// Names, and what there is to say of each, one below the other.
enum ListTable {
    static func text(_ rows: [(name: String, text: String)]) -> String {
        let names = rows.map(\.name.printable)
        let width = names.map(\.columns).max() ?? 0
        return zip(rows, names).map { row, name in
            guard !row.text.isEmpty else { return name }
            return name.padded(to: width + 2) + row.text.printable
        }.joined(separator: "\n")
    }
}

extension SetListPage {
    /// The entries with their numbers; an arrow stands before the one that plays.
    var text: String {
        let width = "\(entries.count)".count
        let rows = entries.enumerated().map { index, entry in
            let number = "\(index + 1)"
            let mark = index + 1 == place ? "> " : "  "
            let bars = entry.bars.map { $0 == 1 ? "ends after 1 bar" : "ends after \($0) bars" }
            let what =
                entry.toldTrouble
                ?? [entry.summary, bars, entry.note].compactMap { $0 }.joined(separator: ", ")
            return (
                name: mark + String(repeating: " ", count: width - number.count) + number + "  " + entry.name,
                text: what
            )
        }
        let counted = countIn.map { $0 == 1 ? ", count-in 1 bar" : ", count-in \($0) bars" } ?? ""
        return (title ?? name).printable + counted + "\n" + ListTable.text(rows)
    }

    /// What is wrong with entries, a line for each; empty where nothing is.
    var troubleHint: String {
        zip(1..., entries).map { number, entry in
            entry.toldTrouble.map { "\n(entry \(number), \(entry.name.printable): \($0.printable))" } ?? ""
        }.joined()
    }
}

extension SetListState.Entry {
    /// What is wrong with it; nil where nothing is.
    fileprivate var toldTrouble: String? { trouble.map { summary == nil ? "cannot be played: \($0)" : $0 } }
}

extension SetListState {
    /// Where it is: `friday 2 of 5: waltz for 16 bars, then shuffle`.
    var sentence: String {
        let follows = next.map { ", then \($0.name)" }
        let note = entry.note.map { " (\($0))" } ?? ""
        let length = entry.bars.map { $0 == 1 ? " for 1 bar" : " for \($0) bars" } ?? ""
        let begin =
            place > 0
            ? "\(title ?? name) \(place) of \(count): \(entry.name)"
            : "\(title ?? name): \(entry.name), which was taken out"
        return begin + length + note
            + (follows ?? (count > 1 && place == count ? ", the last" : ""))
    }
}
