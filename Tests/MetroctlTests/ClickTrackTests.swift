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
}
