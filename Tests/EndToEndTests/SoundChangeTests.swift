// SPDX-License-Identifier: Apache-2.0

import Control
import Testing

/// Sounds that are changed while it plays.
@Suite struct SoundChangeTests {
    @Test func `two who change a sound each at the same time both get theirs`() throws {
        try withDaemon("--bpm", "300") { daemon in
            let (one, other) = (try daemon.connect(), try daemon.connect())
            for _ in 0..<20 {
                try one.say("sound beat beat")
                try one.say("sound bell bell")
                try one.send("sound beat bell")
                try other.send("sound bell beat")
                #expect(try one.next()["result"] != nil)
                #expect(try other.next()["result"] != nil)
                let sounds = try one.status().sounds
                try #require(sounds == SoundNames(beat: "bell", bell: "beat"))
            }
        }
    }
}
