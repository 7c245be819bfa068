// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Control

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
        // The backquotes of the document are left out.
        let text = discussion ?? command.discussion
        // What is a parameter on the wire is an option here.
        let plain = text.replacing("`at`", with: "--at").replacing("`", with: "")
        let head = plain.isEmpty ? "" : plain + "\n\n"
        return CommandConfiguration(
            commandName: name ?? command.verb, abstract: abstract ?? command.abstract, usage: usage,
            discussion: head + "Examples:\n" + examples.joined(separator: "\n"))
    }

    /// The words as a shell takes them: those with signs of its own in quotes.
    private static func quoted(_ words: String) -> String {
        words.split(separator: " ", omittingEmptySubsequences: false).map { word in
            word.contains { "()*|<>&;?$`".contains($0) } && !word.contains("'") ? "'\(word)'" : String(word)
        }.joined(separator: " ")
    }
}
