// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

extension CompletionKind {
    /// Completions of a verb's words that depend on the words before them.
    static func words(of verb: String, _ completions: @escaping @Sendable ([String]) -> [String]) -> CompletionKind {
        .custom { line, index, _ in completions(words(of: verb, in: line, before: index)) }
    }

    /// The words behind a verb on a command line, up to the word at an index, without options.
    static func words(of verb: String, in line: [String], before index: Int) -> [String] {
        let before = line.prefix(max(0, index))
        let begin = before.firstIndex(of: verb).map { $0 + 1 } ?? before.endIndex
        return before[begin...].filter { !$0.hasPrefix("-") }
    }
}
