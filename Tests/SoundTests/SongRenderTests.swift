// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import SongSamples
import Songs
import Sound
import Testing
import Waveforms

/// Songs, as the engine renders them.
@Suite struct SongRenderTests {
    /// The frames on which one-frame sounds are heard, and whether it is the bell; and the length.
    private func render(
        _ music: Arrangement, at rate: SampleRate
    ) throws -> (onsets: [(frame: Int64, isBell: Bool)], frames: Int64) {
        let beat = try Sample.impulse(0.5, rate: rate)
        let bell = try Sample.impulse(0.75, rate: rate)
        return try withExtendedLifetime((beat, bell)) {
            let render = try OfflineRender(
                music, kits: KitSet([Kit(beat: beat.view, bell: bell.view)]), sampleRate: rate)
            let frames = render.frame(of: music.end)
            let memory = try render.memory(frames: Int(frames))
            var onsets: [(frame: Int64, isBell: Bool)] = []
            var volume: Float = 1
            var passes = music.passes(at: rate)[...]
            for frame in memory.frames().map(Int64.init) {
                while let pass = passes.first, pass.segment.frame(of: pass.begin) <= frame {
                    volume = Float(music.passages[pass.passage].volume)
                    passes.removeFirst()
                }
                onsets.append((frame, memory[2 * Int(frame)] > 0.6 * volume))
            }
            return (onsets, frames)
        }
    }

    @Test(arguments: KlickExport.all)
    func `every onset of a rendered map is on klick's own frame or beside it, and so is the end`(
        export: KlickExport
    ) throws {
        let song = try #require(SongReading(Array(export.map.utf8), format: .klick).song)
        let rate = try #require(SampleRate(hertz: export.rate))
        let (onsets, frames) = try render(try song.arrangement(), at: rate)
        #expect(abs(frames - export.frames) <= 1)
        try #require(onsets.count == export.onsets.count)
        for (onset, expected) in zip(onsets, export.onsets) {
            #expect(abs(onset.frame - expected.frame) <= 1)
            #expect(onset.isBell == expected.isEmphasised)
        }
    }

    @Test func `the engine plays every onset of random songs where their passes say`() throws {
        var random = SeededGenerator(seed: 9)
        for _ in 0..<12 {
            var song = try Song.random(&random)
            song.sections = Array(song.sections.prefix(2))
            let music = try song.arrangement()
            let expected = try music.passes(at: .hz44100).flatMap { try music.onsets(in: $0) }
                .filter { $0.accent != .mute }.map(\.place.frame)
            #expect(try render(music, at: .hz44100).onsets.map(\.frame) == expected)
        }
    }

    @Test(arguments: ["a xX%50A%20x%80", "a (o%50)*16", "a x%50 from=bar", "a xx%50x%50 over 3 beats"])
    func `the engine plays the onsets that chance is told to let be played`(lanes: String) throws {
        let text = """
            tempo = 600
            pattern = "...."
            lanes = "\(lanes)"
            [[section]]
            bars = 5
            times = 3
            [[section]]
            bars = 8
            """
        let song = try #require(SongReading(Array(text.utf8), format: .toml).song)
        let music = try song.arrangement()
        let onsets = try music.passes(at: .hz44100).flatMap { try music.onsets(in: $0) }.filter { $0.accent != .mute }
        let played = onsets.filter(\.isPlayed).map(\.place.frame)
        #expect(try render(music, at: .hz44100).onsets.map(\.frame) == played)
        #expect(!played.isEmpty && played.count < onsets.count)
    }
}
