// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl

extension CommandConfiguration {
    /// The help of a method, from the command table.
    static func verb(
        _ method: String, name: String? = nil, abstract: String? = nil, usage: String? = nil,
        with others: [String] = [], more: [(words: String, note: String)] = [],
        discussion: String? = nil,
        examples isOwn: (String) -> Bool = { _ in true }
    ) -> CommandConfiguration {
        guard let command = CommandTable.command(named: method) else { return CommandConfiguration() }
        let commands = [command] + others.compactMap { CommandTable.command(named: $0) }
        let listed = commands.flatMap(\.examples).map { (words: $0.words, note: $0.note) }.filter { isOwn($0.words) }
        let examples = (listed + more).map { example in
            let line = "  metroctl " + Self.quoted(example.words)
            guard !example.note.isEmpty else { return line }
            // A note that has no room beside its example stands below it.
            guard max(30, line.count + 2) + example.note.count < 80 else { return line + "\n      " + example.note }
            return line + String(repeating: " ", count: max(2, 30 - line.count)) + example.note
        }
        let text = plain(discussion ?? command.discussion)
        let head = text.isEmpty ? "" : text + "\n\n"
        return CommandConfiguration(
            commandName: name ?? command.verb, abstract: abstract ?? command.abstract, usage: usage,
            discussion: head + "Examples:\n" + examples.joined(separator: "\n"))
    }

    // All verbs are made at every start, so their texts are searched by bytes.

    /// The text without the backquotes of the document. What is a parameter on the wire is an option here.
    static func plain(_ text: String) -> String {
        let pieces = text.utf8.split(separator: UInt8(ascii: "`"), omittingEmptySubsequences: false)
        guard pieces.count > 1 else { return text }
        return pieces.enumerated().map { index, piece in
            let isCode = !index.isMultiple(of: 2)
            return isCode && piece.elementsEqual("at".utf8) ? "--at" : String(Substring(piece))
        }.joined()
    }

    /// The words as a shell takes them: those with signs of its own in quotes.
    static func quoted(_ words: String) -> String {
        let signs = "()*|<>&;?$`".utf8
        guard words.utf8.contains(where: signs.contains) else { return words }
        return words.split(separator: " ", omittingEmptySubsequences: false).map { quotedWord(String($0)) }
            .joined(separator: " ")
    }

    /// A word as a shell takes it.
    static func quotedWord(_ word: String) -> String {
        word.contains { " ()*|<>&;?$`\"\\".contains($0) } && !word.contains("'") ? "'\(word)'" : word
    }
}
