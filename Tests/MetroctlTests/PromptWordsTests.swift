// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import metroctl

@Suite struct PromptWordsTests {
    @Test(arguments: [
        ("C F Bb Eb 2 bars", "C F Bb Eb every 2"), ("C,F,Bb,Eb 2", "C,F,Bb,Eb every 2"),
        ("C F each 2 bars", "C F every 2"),
        ("C F every 2 bars", "C F every 2"), ("C F for 1 bar", "C F every 1"), ("keys.txt 4", "keys.txt every 4"),
        ("C F 2 shuffled seed 7", "C F every 2 shuffled seed 7"), ("1 4 5 2 bars", "1 4 5 every 2"),
    ]) func `a number behind the prompts says for how many bars each holds`(typed: String, meant: String) {
        #expect(PromptVerb.said(typed.split(separator: " ").map(String.init)).joined(separator: " ") == meant)
    }

    @Test func `a line of a file is a prompt, unless it begins with # and a blank`() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "metronomed-\(UUID().uuidString).txt").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data("# keys\n#iv dim\n\n  #  more\n#11\n#\nC  maj7\n".utf8).write(to: URL(filePath: path))
        #expect(try PromptVerb.lines(ofFile: path) == ["#iv dim", "#11", "C maj7"])
    }

    @Test func `a chord with another bass is a prompt, and no file`() throws {
        #expect(try PromptVerb.lines(ofFile: "C/E,") == nil && PromptVerb.lines(ofFile: "D/F#") == nil)
        for path in ["./C/E", "../keys", "/no/such", "C/keys.txt"] {
            #expect(throws: (any Error).self) { try PromptVerb.lines(ofFile: path) }
        }
    }

    @Test(arguments: ["C F", "1 4 5", "Shape 1, Shape 2", "off", "2 bars", "5", "C F every 2", "every 2"])
    func `all else stays as it is`(typed: String) {
        let words = typed.split(separator: " ").map(String.init)
        #expect(PromptVerb.said(words) == words)
    }
}
