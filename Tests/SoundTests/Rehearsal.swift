// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Sound
import Waveforms

/// What a test asks the renderer to play.
struct TestPlan {
    var tempo: Tempo
    var run: UInt64? = 1
    var beatsPerBar = 4
    var bell: BellPattern?
    var volume: Float = 1
    var beatSound: Sample
    var bellSound: Sample
}

/// A renderer on the test bench: keeps its plans alive, and all that it rendered.
final class Rehearsal {
    private var renderer: Renderer
    /// Interleaved stereo, from the first frame on.
    private(set) var output: [Float] = []
    private let firstFrame: Int64
    private var plans: [UnsafeMutablePointer<Plan>] = []
    private var kept: [Any] = []

    init(sampleRate: SampleRate, tempo: Tempo, frame: Int64 = 0) {
        firstFrame = frame
        renderer = Renderer(sampleRate: sampleRate, frame: frame)
    }

    /// A rehearsal that plays a score from its first frame on.
    convenience init(_ score: TestPlan, sampleRate: SampleRate, frame: Int64 = 0) {
        self.init(sampleRate: sampleRate, tempo: score.tempo, frame: frame)
        adopt(score)
    }

    deinit { plans.forEach { $0.deallocate() } }

    var frame: Int64 { renderer.frame }
    var segment: TimelineSegment { renderer.segment }
    var nextBeat: Int64 { renderer.nextPosition(ofLane: 0).nextWhole }
    var isSilent: Bool { renderer.isSilent }

    /// Keeps a sample alive as long as the renderer.
    func keep(_ sample: Sample) { kept.append(sample) }

    func seek(to frame: Int64) { renderer.seek(to: frame) }

    func change(sampleRate: SampleRate, atFrame frame: Int64) {
        renderer.change(sampleRate: sampleRate, atFrame: frame)
    }

    /// Revisions count from 1.
    @discardableResult
    func adopt(_ score: TestPlan, startDelay: Int64 = 0) -> Adoption {
        kept += [score.beatSound, score.bellSound]
        let kits = KitSet([Kit(beat: score.beatSound.view, bell: score.bellSound.view)])
        let music = Arrangement(tempo: score.tempo, beatsPerBar: score.beatsPerBar, bell: score.bell)
        // The metronome has one onset a beat, so it can always be played.
        guard let compiled = try? CompiledArrangement(music) else { preconditionFailure() }
        return adopt(compiled, kits: kits, run: score.run, volume: score.volume, startDelay: startDelay)
    }

    /// Adopts music that the caller has compiled.
    @discardableResult
    func adopt(
        _ music: CompiledArrangement, kits: KitSet, run: UInt64? = 1, cue: Position? = nil, volume: Float = 1,
        mixes: [Int: LaneMix] = [:], startDelay: Int64 = 0
    ) -> Adoption {
        let plan = UnsafeMutablePointer<Plan>.allocate(capacity: 1)
        plan.initialize(
            to: Plan(
                revision: UInt64(plans.count + 1), run: run, cue: cue, volume: volume, music: music, kits: kits))
        for (lane, mix) in mixes { plan.pointee[mixOf: lane] = mix }
        plans.append(plan)
        kept += [music, kits]
        return renderer.adopt(plan, startDelay: startDelay)
    }

    /// Renders over NaN, so that a frame that is left out is seen.
    func render(_ count: Int) {
        let start = output.count
        output.append(unwritten: count)
        output.withUnsafeMutableBufferPointer { buffer in
            if count > 0, let base = buffer.baseAddress { renderer.render(into: base + start, count: count) }
        }
    }

    func render(to frame: Int64) {
        render(Int(frame - renderer.frame))
    }

    /// The revisions of the plans handed back now.
    func retired() -> [UInt64] {
        var revisions: [UInt64] = []
        while let plan = renderer.nextRetired() { revisions.append(plan.pointee.revision) }
        return revisions
    }

    /// The left channel.
    var left: [Float] { output.left }

    /// Every frame that is heard after one that is not, and its level. Only where no seek has moved the frames.
    var onsets: [Onset] {
        var found: [Onset] = []
        output.withUnsafeBufferPointer { samples in
            var wasSilent = true
            var index = 0
            while index < samples.count {
                let isSilent = samples[index] == 0
                if wasSilent, !isSilent {
                    found.append(Onset(frame: firstFrame + Int64(index / 2), level: samples[index]))
                }
                wasSilent = isSilent
                index += 2
            }
        }
        return found
    }

    struct Onset: Hashable {
        var frame: Int64
        var level: Float
    }
}

extension Adoption {
    /// The first beat of a quarter note that sounds under the plan.
    var nextBeat: Int64 { position.nextWhole }
}

extension Sample {
    /// One frame at a level.
    static func impulse(_ level: Float, rate: SampleRate) throws -> Sample {
        try Sample(
            DecodedAudio(sampleRate: rate.hertz, channels: 1, frames: [level]), rate: rate.hertz, name: "impulse")
    }

    /// A constant level.
    static func constant(_ level: Float, frames: Int, rate: SampleRate) throws -> Sample {
        try Sample(
            DecodedAudio(
                sampleRate: rate.hertz, channels: 1, frames: [Float](repeating: level, count: frames)),
            rate: rate.hertz, name: "constant")
    }

    /// Frames as they are.
    static func mono(_ frames: [Float], rate: SampleRate) throws -> Sample {
        try Sample(
            DecodedAudio(sampleRate: rate.hertz, channels: 1, frames: frames), rate: rate.hertz, name: "mono")
    }
}
