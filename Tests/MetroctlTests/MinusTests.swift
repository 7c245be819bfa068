// SPDX-License-Identifier: Apache-2.0

import Programs
import Testing

@testable import metroctl

@Suite struct MinusTests {
    @Test(arguments: ["-5", "-2.5", "-10%", "-.5"])
    func `the minus of a number is hidden from the parser, and put back`(text: String) {
        #expect(Minus.protected(text).first != "-")
        #expect(Minus.restored(Minus.protected(text)) == text)
    }

    @Test(arguments: ["-q", "--json", "-", "--", "5", "+5", "x-5", "", "\u{2212}5", "m\u{2212}5"])
    func `anything else stays as it is`(text: String) {
        #expect(Minus.protected(text) == text && Minus.restored(text) == text)
    }

    @Test(arguments: [
        "render -5.wav --bars 1 --preset -7 --socket -5sock", "render a.wav --song -3.toml --timeout 5s",
        "watch --format -5", "start -5 --from -3 --at -2", "start --by-ear --device -1", "tempo -5 --at -2",
        "preset save -5", "preset load -1", "preset show -1", "preset remove -1", "setlist load -1",
        "setlist add -1 -2 --note -3", "setlist note -1 1 -5", "setlist bars -1 -2 -3", "setlist move -1 -2 3",
        "setlist go -1", "setlist show -1", "setlist remove -1 -2", "song load -1.toml --from -8", "song check -1.toml",
        "song export -1.toml -o -5.csv", "song export -1.toml -5.csv", "song scale -10%", "sound -1.wav",
        "call -1 -2", "on section -1 -- -2", "on bar -2", "wait section -8va", "groove -1", "groove save -1",
        "prompt -1", "status -5", "subscribe -5", "offset by -5", "nudge -5ms", "cancel -5", "volume -10%",
        "bell -1", "meter -1", "swing -1", "subdivision -1", "count-in -1", "lane -1 -2", "lanes -1:4",
        "trainer gap -1", "timer -1", "score -1", "set -1", "latency -1", "seek -8va", "loop -1 -2",
        "practise -8va at 70%",
    ]) func `a verb has each word that begins with a minus and a digit as it was typed`(line: String) throws {
        let words = line.split(separator: " ").map(String.init)
        var texts = ""
        dump(try Metroctl.command(for: words), to: &texts)
        for word in words where word.hasPrefix("-") && Minus.protected(word) != word {
            #expect(texts.contains("\"\(word)\""), "\(word)")
        }
    }

    @Test func `a word that is no command is told as it was typed`() {
        let failure = #expect(throws: ProgramFailure.self) { try Metroctl.command(for: ["-5x"]) }
        #expect(failure?.message.contains("\"-5x\"") == true)
    }
}
