// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import metroctl

@Suite struct ClickTrackTests {
    @Test(arguments: [
        ("", "nothing was written"), ("metronomed: cannot write a.wav: no space\n", "cannot write a.wav: no space"),
        ("metronomed: one\nmetronomed: two\n", "one\ntwo"),
    ]) func `the cause of a failure is what metronomed says`(said: String, cause: String) {
        #expect(ClickTrack.cause(said) == cause)
        #expect(ClickTrack.cause(said, written: ["a.wav"]).hasSuffix("only a.wav was written"))
    }

    @Test func `what metronomed says is said in the name of metroctl`() {
        let said = "metronomed: a.toml:1:1: note: metronomed: x\n  more\nmetronomed: warning: y\n"
        #expect(
            ClickTrack.retold(said)
                == "metroctl: a.toml:1:1: note: metronomed: x\n  more\nmetroctl: warning: y\n")
        #expect(ClickTrack.retold("").isEmpty)
    }
}
