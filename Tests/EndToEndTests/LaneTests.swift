// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm
import Testing

/// Lanes from the socket to the samples that a sound device is given.
@Suite(.waits, .serialized) struct LaneTests {
    /// The four channels of what the device was given.
    private func channels(_ raw: [UInt8]) -> [Capture] {
        let samples = stride(from: 0, to: raw.count - 3, by: 4).map { index in
            Float(bitPattern: raw[index..<index + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
        }
        return (0..<4).map { channel in
            Capture(samples: stride(from: channel, to: samples.count, by: 4).map { samples[$0] })
        }
    }

    @Test func `a click on channel three is heard there, and only there`() throws {
        let home = try Home(.capture)
        try home.withDaemon(["--volume", "1", "--bpm", "240", "--no-play"]) { daemon in
            let client = try daemon.connect()
            try client.say("lanes beat channel=3 | pulse 3 per beat")
            try client.say("start")
            try daemon.waitForBeat(6)
            try daemon.end()
        }
        let channels = channels(try home.folder.bytes("capture.raw"))
        #expect(channels[0].onsets.count >= 18 && channels[0].onsets.count >= 3 * channels[2].onsets.count - 3)
        #expect(channels[2].onsets.count >= 6)
        let distances = zip(channels[2].onsets, channels[2].onsets.dropFirst()).map { $1.frame - $0.frame }
        #expect(distances.allSatisfy { $0 == 12_000 })
    }

    @Test func `a lane is told by its name, and one that is not there ends metroctl with 1`() throws {
        try withDaemon("--no-play", "--output", "clock") { daemon in
            try daemon.connect().say("lanes kick x...x... | hat xxxx gain=50%")
            func told(_ name: String) throws -> (end: ChildProcess.End, text: String) {
                let child = try ChildProcess(
                    Built.metroctl, ["lane", name], environment: daemon.home.environment, in: daemon.home.folder)
                return (try child.end(), child.stdout + child.stderr)
            }
            #expect(try told("hat").text == "hat  xxxx  hihat, 50 %\n" && told("hat").end == .exit(0))
            #expect(try told("beat").text == "beat  each beat\n")
            let missing = try told("snare")
            #expect(missing.end == .exit(1) && missing.text.contains("there are kick, hat"), "\(missing.text)")
        }
    }
}
