// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SongSamples
import Songs
import Testing

@Suite struct KlickTimingTests {
    @Test(arguments: KlickExport.all)
    func `every onset of a map is on klick's own frame or beside it, and so is the end`(export: KlickExport) throws {
        let reading = SongReading(Array(export.map.utf8), format: .klick)
        let song = try #require(reading.song, "\(reading.remarks)")
        let rate = try #require(SampleRate(hertz: export.rate))
        let music = try song.arrangement()
        let passes = music.passes(at: rate)
        let onsets = try passes.flatMap { try music.onsets(in: $0) }.filter { $0.accent != .mute }
        try #require(onsets.count == export.onsets.count)
        for (onset, expected) in zip(onsets, export.onsets) {
            // Klick rounds its onsets down.
            #expect(0...1 ~= onset.place.frame - expected.frame, "\(onset.place.frame) is not \(expected.frame)")
            #expect((onset.accent == .bell) == expected.isEmphasised)
        }
        let last = try #require(passes.last)
        #expect(0...1 ~= last.segment.frame(of: last.end) - export.frames)
    }
}
