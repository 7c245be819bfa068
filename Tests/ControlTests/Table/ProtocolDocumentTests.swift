// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing

@testable import MetronomeControl

/// `Docs/Methods.md` has the command table between its markers; `METRONOMED_UPDATE_DOCS=1` writes it.
@Suite struct ProtocolDocumentTests {
    private let begin = "<!-- methods: generated from the command table, do not edit -->\n"
    private let end = "<!-- end of methods -->\n"

    private func path(_ name: String) -> String {
        String(#filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 }) + "/Docs/\(name).md"
    }

    private func document(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

    @Test func `the document lists the methods as the table has them`() throws {
        let parts = try document("Methods").split(separator: begin, maxSplits: 1, omittingEmptySubsequences: false)
        try #require(parts.count == 2)
        let rest = parts[1].split(separator: end, maxSplits: 1, omittingEmptySubsequences: false)
        try #require(rest.count == 2)
        if ProcessInfo.processInfo.environment["METRONOMED_UPDATE_DOCS"] == "1" {
            let updated = [String(parts[0]), begin, methods, end, String(rest[1])].joined()
            try updated.write(toFile: path("Methods"), atomically: false, encoding: .utf8)
        } else {
            #expect(rest[0] == methods, "run the tests once with METRONOMED_UPDATE_DOCS=1")
        }
    }

    @Test func `the document has every event, error and limit`() throws {
        let document = try document("Protocol")
        for event in CommandTable.events {
            #expect(document.contains("`\(event.name)`"))
            for member in event.members { #expect(document.contains("\"\(member.name)\""), "\(event.name) \(member)") }
        }
        #expect(document.contains("depth of \(JSONLine.maximumDepth)"))
        #expect(document.contains("\(ControlSocket.maximumPathLength) bytes"))
    }

    private var methods: String {
        "\n" + CommandTable.all.map(section).joined() + errors + values + "\n"
    }

    private func section(_ command: Command) -> String {
        var text = "### `\(command.name)`\n\n\(command.abstract)."
        if !command.discussion.isEmpty { text += " \(command.discussion)" }
        text += "\n\nIn words: " + command.words.map { "`\($0)`" }.joined(separator: ", ") + "\n\n"
        if !command.parameters.isEmpty {
            text += "| parameter | value | |\n| --- | --- | --- |\n"
            for parameter in command.parameters {
                let need = parameter.isRequired ? "required" : "optional"
                text += "| `\(parameter.name)`, \(need) | \(parameter.expected) | \(parameter.summary) |\n"
            }
            text += "\n"
        }
        text += "Result: \(command.result).\n\n"
        text += "Called by \(command.access.summary).\n\n"
        let reasons = command.allReasons.map { "`\($0.rawValue)`" }.joined(separator: ", ")
        text += "May be refused as \(reasons).\n\n```\n"
        for example in command.examples {
            text += example.words
            if !example.note.isEmpty {
                text += String(repeating: " ", count: max(1, 20 - example.words.count)) + "# " + example.note
            }
            text += "\n"
        }
        return text + "```\n\n"
    }

    private var values: String {
        var text = """

            ### Values

            What results and events hold, as `describe` has it in JSON Schema: each method and event has its `schema`, and `types` those \
            that these refer to as `#/$defs/NAME`. Other members may be added.


            """
        for event in CommandTable.events {
            text += "#### \(event.name)\n\n\(event.summary)\n\n\(table(event.members))\n"
        }
        for type in ValueType.all { text += "#### \(type.name)\n\n\(type.summary)\n\n\(table(type.members))\n" }
        return text
    }

    private func table(_ members: [ValueMember]) -> String {
        "| member | form | |\n| --- | --- | --- |\n"
            + members.map { member in
                "| `\(member.name)`\(member.isOptional ? ", optional" : "") | \(member.form.text) | \(member.summary) |\n"
            }.joined()
    }

    private var errors: String {
        "### Errors\n\n| `reason` | `code` | |\n| --- | --- | --- |\n"
            + ErrorReason.allCases.map { "| `\($0.rawValue)` | \($0.code) | \($0.summary) |\n" }.joined()
    }
}
