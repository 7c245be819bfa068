// SPDX-License-Identifier: Apache-2.0

/// What a misspelt key was perhaps meant to be.
enum Suggestion {
    /// The known key with the fewest letters changed, if a third of them at most are; else one whose last part is the
    /// same or nearly so.
    static func nearest(to key: String, among known: [String]) -> String? {
        closest(key, known) { $0 } ?? closest(lastPart(key), known, lastPart)
    }

    private static func closest(_ word: String, _ known: [String], _ part: (String) -> String) -> String? {
        guard word.count <= 64 else { return nil }
        let near = known.map { (key: $0, distance: distance(word, part($0))) }.min { $0.distance < $1.distance }
        guard let near, near.distance <= max(1, word.count / 3) else { return nil }
        return near.key
    }

    private static func lastPart(_ key: String) -> String {
        key.split(separator: ".").last.map(String.init) ?? key
    }

    /// Letters to add, drop or replace, or neighbours to swap, to make one word of the other.
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
