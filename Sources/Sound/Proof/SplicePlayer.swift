// SPDX-License-Identifier: Apache-2.0

internal import Rhythm

/// The engine, as the proof of splicing drives it: keeps its plans alive, and the left channel of all that it rendered.
@safe final class SplicePlayer {
    private var renderer: Renderer
    private let kits: KitSet
    private var plans: [(UnsafeMutablePointer<Plan>, CompiledArrangement)] = unsafe []
    private var left: [Float] = []

    /// Begins a run.
    init(_ arrangement: Arrangement, kits: KitSet, rate: SampleRate, begin: Int64) throws(RhythmError) {
        renderer = Renderer(sampleRate: rate)
        self.kits = kits
        _ = try adopt(arrangement, startDelay: begin)
    }

    deinit { for unsafe(plan, _) in unsafe plans { unsafe plan.deallocate() } }

    var frame: Int64 { renderer.frame }

    /// Has the engine play other music.
    func adopt(_ arrangement: Arrangement, cue: Position? = nil, startDelay: Int64 = 0) throws(RhythmError) -> Adoption
    {
        let music = try CompiledArrangement(arrangement)
        let plan = UnsafeMutablePointer<Plan>.allocate(capacity: 1)
        unsafe plan.initialize(
            to: Plan(revision: UInt64(plans.count + 1), run: 1, cue: cue, volume: 1, music: music, kits: kits))
        unsafe plans.append((plan, music))
        let adoption = unsafe renderer.adopt(plan, startDelay: startDelay)
        while unsafe renderer.nextRetired() != nil {}
        return adoption
    }

    /// Renders so many frames.
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
