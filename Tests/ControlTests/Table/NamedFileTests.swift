// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MetronomeControl

@Suite struct NamedFileTests {
    @Test(arguments: [
        "song load /home/me/a.toml", "song load /home/me/a.mid format smf", "setlist add friday waltz /a/b.toml",
    ])
    func `a request that names a file is known by it`(words: String) throws {
        let (command, params) = try CommandTable.request(words: words.split(separator: " ").map(String.init))
        #expect(command.namedFile(params)?.hasPrefix("/") == true)
    }

    @Test func `no other request has a text that is the path of a sound`() throws {
        for words in [
            "sound beat /a/b.wav", "sound bell a/b.wav", "count-in sound /a/b.wav", "lane hat x.x. sound=/a/b.wav",
            "lanes hat x.x. sound=/a/b.wav", "set sounds.beat=/a/b.wav",
        ] {
            #expect(throws: ControlError.self, "\(words)") {
                try CommandTable.call(words: words.split(separator: " ").map(String.init))
            }
        }
    }

    @Test(arguments: ["a/b.toml", "../b.toml", "~/b.toml", ".b.toml", "", "/a\u{0}b.toml", "a\u{0}b.toml"])
    func `a song is named by an absolute path, or by a name that is no path`(path: String) {
        #expect(throws: ControlError.self) { try CommandTable.call("song.load", ["path": .string(path)]) }
    }

    @Test(arguments: ["song load evening.toml", "setlist add friday waltz evening.toml"])
    func `a request that names a song by its name names no file`(words: String) throws {
        let (command, params) = try CommandTable.request(words: words.split(separator: " ").map(String.init))
        #expect(command.namedFile(params) == nil)
        _ = try command.call(params)
    }

    @Test(arguments: ["a\u{0}b", "", "\u{1B}[2J", ".x", String(repeating: "a", count: 65)])
    func `a name that is none for a file is refused`(name: String) {
        for method in ["preset.save", "preset.load", "preset.remove"] {
            let error = #expect(throws: ControlError.self, "\(method)") {
                try CommandTable.call(method, ["name": .string(name)])
            }
            #expect(error?.reason == "invalid")
        }
    }

    @Test func `no other example of the command table names one`() throws {
        for command in CommandTable.all where !["song.load", "setlist.add"].contains(command.name) {
            for example in command.examples {
                let words = example.words.split(separator: " ").map(String.init)
                let (command, params) = try CommandTable.request(words: words)
                #expect(command.namedFile(params) == nil, "\(example.words)")
            }
        }
    }
}
