// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import metroctl

@Suite struct PlayLengthTests {
    @Test(arguments: [
        ("90s", 90.0), ("5m", 300), ("1h", 3600), ("5", 300), ("0.5m", 30), ("24h", 86400), ("1:30", 90),
        ("10 minutes", 600), ("5 m", 300), ("60:00", 3600), ("1h30m", 5400), ("1h30", 5400), ("1.5 hours", 5400),
        ("1.5", 90), ("0.5 min", 30), ("1.5 mins", 90), ("1.5H", 5400),
    ])
    func `a length has a unit, or is in minutes`(text: String, seconds: Double) {
        #expect(PlayLength(argument: text)?.seconds == seconds)
    }

    @Test(arguments: [
        "", "m", "0", "0s", "-5m", "25h", "1d", "nan", "8 bars", "24h1m", "5 30", "1.5 45", "2 hats", "1.5 s s", "1e3",
        "1:60", "1:+5", ":30", "1:3",
    ])
    func `anything else is none`(text: String) {
        #expect(PlayLength(argument: text) == nil)
    }

    @Test(arguments: [
        ("10s", 120.0, 4, 5), ("10.1s", 120, 4, 6), ("1s", 60, 4, 1), ("5m", 120, 6, 100), ("90s", 90, 7, 20),
    ])
    func `a bar that has begun is played to its end`(text: String, bpm: Double, beats: Int, bars: Int) {
        #expect(PlayLength(argument: text)?.bars(bpm: bpm, beatsInBar: beats) == bars)
    }
}
