// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Control

@Suite struct NamedFileTests {
    @Test(arguments: [
        "song load /home/me/a.toml", "song load /home/me/a.mid format smf", "sound beat /etc/passwd",
        "sound bell /a/b.wav", "sound subdivision /a/b.wav", "count-in sound /a/b.wav",
        "setlist add friday waltz /a/b.toml",
        "lane hat x.x. sound=/a/b.wav", "lanes kick x...x... | hat x.x. sound=/a/b.wav", "set sounds.beat=/a/b.wav",
    ])
    func `a request that names a file is known by it, whatever it is a part of`(words: String) throws {
        let parts = words.split(separator: " ").map(String.init)
        let call = try CommandTable.call(words: parts)
        #expect(call.namedFile?.hasPrefix("/") == true)
    }

    @Test func `so is one of several settings in JSON`() throws {
        let call = try CommandTable.call("settings.set", ["sounds.beat": "/a/b.wav", "tempo": 90])
        #expect(call.namedFile == "/a/b.wav")
        let lanes = try CommandTable.call("settings.set", ["lanes": "hat x.x. sound=/a/b.wav"])
        #expect(lanes.namedFile == "/a/b.wav")
    }

    @Test func `no other example of the command table names one`() throws {
        for command in CommandTable.all {
            for example in command.examples {
                let words = example.words.split(separator: " ").map(String.init)
                guard let call = try? CommandTable.call(words: words), let file = call.namedFile else { continue }
                #expect(
                    ["song.load", "setlist.add", "sound.set", "lane.set"].contains(command.name), "\(example.words)")
                #expect(file.contains("/"))
            }
        }
        for words in ["meter 3/4", "tempo /2", "tempo 400/3", "lane hat x.x. sound=wood", "sound beat wood"] {
            let call = try CommandTable.call(words: words.split(separator: " ").map(String.init))
            #expect(call.namedFile == nil)
        }
    }
}
