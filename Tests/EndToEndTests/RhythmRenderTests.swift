// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Renders whose onsets are compared with places that are computed by their definition.
@Suite(.waits) struct RhythmRenderTests {
    private static let rate = 48_000.0

    /// The frames that are not silent of a render whose sounds are one sample long.
    private func frames(_ words: [String], song: String? = nil) throws -> [Int] {
        let home = try Home()
        try home.folder.write(WAVFile(samples: [16_000], rate: 48_000).bytes, to: "one.wav")
        if let song { try home.folder.write(song, to: "song.toml") }
        let sound = home.folder("one.wav")
        let outcome = try home.run(
            words + ["--render", "out.wav", "--volume", "1", "--beat-sound", sound, "--bell-sound", sound])
        #expect(outcome.end == .exit(0), "\(outcome.stderr)")
        let samples = try #require(WAVFile(home.folder.bytes("out.wav"))).samples
        return samples.indices.filter { samples[$0] != 0 }
    }

    private func expectNear(_ frames: [Int], _ seconds: [Double]) throws {
        try #require(frames.count == seconds.count)
        for (frame, time) in zip(frames, seconds) {
            #expect(abs(Double(frame) - time * Self.rate) <= 0.5 + 1e-6)
        }
    }

    @Test func `7/8 as 2+2+3 with a swing of 66.7 % has each onset within half a frame of its place`() throws {
        let frames = try frames(
            ["--meter", "2+2+3/8", "--subdivision", "2", "--swing", "66.7%", "--bpm", "173.3", "--bars", "40"])
        let beat = 60 / 173.3
        let beats = (0..<40 * 7).map(Double.init)
        try expectNear(frames, beats.flatMap { [$0 * beat, ($0 + 0.667) * beat] })
    }

    @Test func `a ramp from 60 to 180 over 32 beats has each onset within half a frame of its place`() throws {
        for (over, seconds) in [
            ("beats", { (beat: Double) in 60 / 3.75 * log1p(3.75 * beat / 60) }),
            ("time", { (beat: Double) in ((3600 + 900 * beat).squareRoot() - 60) / 7.5 }),
        ] {
            let frames = try frames(
                ["--song", "song.toml"],
                song: """
                    [[section]]
                    bars = 8
                    tempo = { from = 60, to = 180, over = "\(over)" }
                    """)
            try expectNear(frames, (0..<32).map { seconds(Double($0)) })
        }
    }

    @Test func `a groove with chances is rendered alike each time`() throws {
        let groove = "kick x...x... sound=one.wav | hat x%30x%30x%30x%30x%30x%30x%30x%30 sound=one.wav"
        let home = try Home()
        try home.folder.write(WAVFile(samples: [16_000], rate: 48_000).bytes, to: "one.wav")
        let lanes = groove.replacing("one.wav", with: home.folder("one.wav"))
        for name in ["a.wav", "b.wav"] {
            let outcome = try home.run(["--render", name, "--bars", "40", "--lanes", lanes, "--bpm", "240"])
            #expect(outcome.end == .exit(0), "\(outcome.stderr)")
        }
        #expect(try home.folder.bytes("a.wav") == home.folder.bytes("b.wav"))
    }

    @Test func `a song is counted in with the sound of the count-in`() throws {
        let home = try Home()
        try home.folder.write(WAVFile(samples: [16_000], rate: 48_000).bytes, to: "one.wav")
        try home.folder.write(WAVFile(samples: [8_000], rate: 48_000).bytes, to: "half.wav")
        try home.folder.write("tempo = 240\ncount_in = 1\n[[section]]\nbars = 1\nmeter = \"3/4\"\n", to: "song.toml")
        let (one, half) = (home.folder("one.wav"), home.folder("half.wav"))
        let outcome = try home.run([
            "--song", "song.toml", "--render", "out.wav", "--volume", "1", "--beat-sound", one, "--bell-sound", one,
            "--count-in-sound", half,
        ])
        #expect(outcome.end == .exit(0), "\(outcome.stderr)")
        let samples = try #require(WAVFile(home.folder.bytes("out.wav"))).samples.filter { $0 != 0 }
        try #require(samples.count == 6)
        #expect(samples.prefix(3).allSatisfy { abs(2 * $0 - samples[4]) < 1e-4 }, "\(samples)")
    }
}
