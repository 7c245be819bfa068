// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

extension CompletionKind {
    /// Completions of a verb's words that depend on the words before them.
    static func words(of verb: String, _ completions: @escaping @Sendable ([String]) -> [String]) -> CompletionKind {
        .custom { line, index, _ in completions(words(of: verb, in: line, before: index)) }
    }

    /// Options whose value is the word behind them.
    private static let valued: Set = ["--at", "--socket", "--timeout"]

    /// The words behind a verb on a command line, up to the word at an index, without options and their values.
    static func words(of verb: String, in line: [String], before index: Int) -> [String] {
        let before = Array(line.prefix(max(0, index)))
        let words = before.indices.filter { place in
            !before[place].hasPrefix("-") && (place == 0 || !valued.contains(before[place - 1]))
        }.map { before[$0] }
        return words.firstIndex(of: verb).map { Array(words[($0 + 1)...]) } ?? []
    }
}
