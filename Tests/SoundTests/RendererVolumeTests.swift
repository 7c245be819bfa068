// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Sound
import Testing

/// Passages that are not equally loud.
@Suite struct RendererVolumeTests {
    private let rate = SampleRate.hz48000

    /// A sound on every beat, at full volume in the first bar and half in the second.
    private func rehearsal(_ sound: Sample) throws -> (Rehearsal, CompiledArrangement, KitSet) {
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
        let (rehearsal, music, kits) = try rehearsal(Sample.constant(0.25, frames: 24_500, rate: rate))
        rehearsal.adopt(music, kits: kits, volume: 0.8)
        while rehearsal.frame < 100_000 { rehearsal.render(min(chunk, Int(100_000 - rehearsal.frame))) }
        // Two sounds overlap for 500 frames from each beat on.
        let left = rehearsal.left
        #expect(left[..<24_000].allSatisfy { abs($0 - 0.2) < 1e-6 })
        #expect(left[72_000..<72_500].allSatisfy { abs($0 - 0.4) < 1e-6 })
        let ramp: [Float] = (1...384).map { 0.4 - 0.2 * Float($0) / 384 }
        #expect(zip(left[96_000...], ramp).allSatisfy { abs($0 - $1) < 1e-5 })
        #expect(left[96_384..<96_500].allSatisfy { abs($0 - 0.2) < 1e-6 })
        #expect(left[96_500...].allSatisfy { abs($0 - 0.1) < 1e-6 })
    }

    @Test func `the volume is that of the frame, also where a sound runs in to the next passage, and after a seek`()
        throws
    {
        let sound = try Sample.mono([Float](repeating: 0.01, count: 2000) + [0.5], rate: rate)
        let (rehearsal, music, kits) = try rehearsal(sound)
        rehearsal.adopt(music, kits: kits)
        // A plan that changes nothing comes while the first sound of bar 2 runs in.
        rehearsal.render(to: 95_000)
        rehearsal.adopt(music, kits: kits)
        rehearsal.render(to: 100_000)
        let left = rehearsal.left
        #expect(left[94_000..<96_000].allSatisfy { abs($0 - 0.01) < 1e-6 })
        #expect(abs(left[96_000] - 0.5 * (1 - 1 / 768)) < 1e-4)
        // Beat 5 is the next one that was not rendered.
        rehearsal.seek(to: 90_000)
        let begin = rehearsal.output.count / 2
        rehearsal.render(to: 121_000)
        #expect(rehearsal.left[begin + 30_000] == 0.25)
    }

    @Test func `music that is over where it is adopted keeps its volume while sounds ring, and other music can follow`()
        throws
    {
        let sound = try Sample.constant(0.25, frames: 96_000, rate: rate)
        let kits = KitSet([Kit(beat: sound.view, bell: sound.view)])
        let endless = Passage(tempo: try Tempo(60), beatsPerBar: 4, bell: nil)
        var bar = endless
        bar.length = Ratio(1)
        let rehearsal = Rehearsal(sampleRate: rate, tempo: try Tempo(60))
        rehearsal.keep(sound)
        // The last of many passages plays when music of one comes, which is over by then.
        bar.length = Ratio(1, over: 100)
        bar.lanes = []
        let long = try CompiledArrangement(
            Arrangement(passages: Array(repeating: bar, count: 200) + [endless]))
        rehearsal.adopt(long, kits: kits)
        rehearsal.render(to: 130_000)
        var over = endless
        over.length = Ratio(5, over: 2)
        over.volume = 0.5
        rehearsal.adopt(try CompiledArrangement(Arrangement(passages: [over])), kits: kits)
        rehearsal.render(to: 200_000)
        #expect(rehearsal.left[131_000..<192_000].allSatisfy { abs($0 - 0.125) < 1e-6 })
        #expect(rehearsal.left[192_000...].allSatisfy { $0 == 0 })
        rehearsal.adopt(long, kits: kits)
        rehearsal.render(to: 241_000)
        #expect(rehearsal.left[239_999] == 0 && rehearsal.left[240_000] == 0.25)
    }
}
