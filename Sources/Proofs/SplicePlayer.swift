// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm
internal import Sound

/// The engine, as the proof of splicing drives it: keeps its plans alive, and the left channel of all that it rendered.
@safe final class SplicePlayer {
    private var renderer: Renderer
    private var kits: KitSet
    private var run: UInt64 = 0
    private var plans: [(UnsafeMutablePointer<Plan>, CompiledArrangement, KitSet)] = unsafe []
    private var left: [Float] = []

    /// Is silent.
    init(kits: KitSet, rate: SampleRate) {
        renderer = Renderer(sampleRate: rate)
        self.kits = kits
    }

    deinit { for unsafe(plan, _, _) in unsafe plans { unsafe plan.deallocate() } }

    var frame: Int64 { renderer.frame }

    /// Begins a run, `delay` frames from here.
    @discardableResult
    func start(_ arrangement: Arrangement, after delay: Int64) throws(RhythmError) -> Adoption {
        run += 1
        return try adopt(arrangement, run: run, startDelay: delay)
    }

    /// Ends the run.
    func stop(_ arrangement: Arrangement) throws(RhythmError) { _ = try adopt(arrangement, run: nil) }

    /// Goes on at another rate, with sounds at it.
    func change(rate: SampleRate, kits: KitSet, _ arrangement: Arrangement) throws(RhythmError) {
        renderer.change(sampleRate: rate, atFrame: renderer.frame)
        self.kits = kits
        _ = try adopt(arrangement, run: run)
    }

    /// Has the run that plays go on by other music.
    func adopt(_ arrangement: Arrangement, cue: Position?) throws(RhythmError) -> Adoption {
        try adopt(arrangement, run: run, cue: cue)
    }

    private func adopt(
        _ arrangement: Arrangement, run: UInt64?, cue: Position? = nil, startDelay: Int64 = 0
    ) throws(RhythmError) -> Adoption {
        let music = try CompiledArrangement(arrangement)
        let plan = UnsafeMutablePointer<Plan>.allocate(capacity: 1)
        unsafe plan.initialize(
            to: Plan(revision: UInt64(plans.count + 1), run: run, cue: cue, volume: 1, music: music, kits: kits))
        unsafe plans.append((plan, music, kits))
        let adoption = unsafe renderer.adopt(plan, startDelay: startDelay)
        while unsafe renderer.nextRetired() != nil {}
        return adoption
    }

    /// Renders `count` frames.
    func render(_ count: Int) {
        let chunk = UnsafeMutablePointer<Float>.allocate(capacity: 2 * max(1, count))
        defer { unsafe chunk.deallocate() }
        unsafe renderer.render(into: chunk, count: count)
        for frame in 0..<count { unsafe left.append(chunk[2 * frame]) }
    }

    /// The onsets of each lane, by the bits of the level of each frame.
    func onsets(_ lanes: [Int], unit: Float) -> [Int: [Int64]] {
        var found: [Int: [Int64]] = [:]
        for (frame, level) in left.enumerated() where level > unit / 2 {
            let bits = Int((level / unit).rounded())
            for (bit, lane) in lanes.enumerated() where bits & 1 << bit != 0 {
                found[lane, default: []].append(Int64(frame))
            }
        }
        return found
    }
}
