// SPDX-License-Identifier: Apache-2.0

/// The known word that a misspelt one was probably meant to be.
package enum Suggestion {
    /// For a command, a method or a name: the first known word that begins with it, else the one that differs by the
    /// fewest letters: one at most, or two where the word has more than five.
    ///
    /// Nil where none is near, and for more than 32 bytes.
    package static func word(for word: String, among known: [String]) -> String? {
        guard word.utf8.count <= 32 else { return nil }
        if word.count > 2, let longer = known.first(where: { $0.hasPrefix(word.lowercased()) }) { return longer }
        return closest(to: word, known, within: min(word.utf8.count > 5 ? 2 : 1, word.utf8.count - 1)) { $0 }
    }

    /// For a key such as `output.device`: the known key that differs by the fewest letters, a third of them at most;
    /// else one whose last part does.
    ///
    /// Nil where none is near, and for more than 64 letters.
    package static func key(for key: String, among known: [String]) -> String? {
        func near(_ word: String, _ part: (String) -> String) -> String? {
            word.count <= 64 ? closest(to: word, known, within: max(1, word.count / 3), part) : nil
        }
        return near(key) { $0 } ?? near(lastPart(of: key), lastPart)
    }

    private static func closest(
        to word: String, _ known: [String], within limit: Int, _ part: (String) -> String
    ) -> String? {
        let candidates = known.map { (word: $0, distance: distance(word, part($0))) }
        return candidates.filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.word
    }

    private static func lastPart(of key: String) -> String {
        key.split(separator: ".").last.map(String.init) ?? key
    }

    /// The edit distance: letters to add, drop or replace, and neighbours to swap, that make one word of the other.
    /// Letter case does not count.
    static func distance(_ one: String, _ other: String) -> Int {
        let (left, right) = (Array(one.lowercased().utf8), Array(other.lowercased().utf8))
        var rows = [Array(0...right.count)]
        for i in 0..<left.count {
            var row = [i + 1]
            for j in 0..<right.count {
                var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (left[i] == right[j] ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    best = min(best, rows[i - 1][j - 1] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
