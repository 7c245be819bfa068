// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import metroctl

@Suite struct HelpWordsTests {
    /// What is typed, and what the table of `help words` says that it stands for, a line each. Of several examples the
    /// first.
    private static let lines: [(typed: String, meant: String)] = Synonym.page.split(separator: "\n").dropFirst()
        .flatMap { line -> [(String, String)] in
            let sides = line.split(separator: "  ").map { $0.trimmingPrefix(" ") }.filter { !$0.isEmpty }
            guard sides.count == 2 else { return [("", String(line))] }
            let meanings = sides[1].split(separator: ", without X ").map(String.init)
            let typed = sides[0].split(separator: ", ").first.map(String.init) ?? ""
            let withWord = (typed.replacing("[X]", with: "X"), meanings[0])
            guard meanings.count > 1 else { return [withWord] }
            return [withWord, (typed.replacing(" [X]", with: ""), meanings[1])]
        }

    /// The words of a line; X and CMD are a number here.
    private func words(_ line: String) -> [String] {
        line.split(separator: " ").map { String($0).replacing("X", with: "0.5").replacing("CMD", with: "0.5") }
    }

    /// The verb of a line with all its values.
    private func verb(_ line: String) throws -> String { "\(try Metroctl.command(for: words(line)))" }

    /// Whether two lines come to the same arguments, which the parser takes, or else to the same verb and values.
    private func isSame(_ typed: String, _ meant: String) throws -> Bool {
        let (typedVerb, arguments) = (try verb(typed), Metroctl.arguments(for: words(typed)))
        return try Metroctl.arguments(for: words(meant)) == arguments || verb(meant) == typedVerb
    }

    @Test func `every line of help words leads to the command that it names`() throws {
        #expect(Self.lines.count > Synonym.all.count)
        #expect(try verb("tempo 100") != verb("tempo 101") && verb("mute") != verb("unmute"))
        for (typed, meant) in Self.lines {
            #expect(try isSame(typed, meant), "\(typed) is not \(meant)")
        }
    }
}
