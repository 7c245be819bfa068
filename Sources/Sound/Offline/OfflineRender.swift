// SPDX-License-Identifier: Apache-2.0

public import Rhythm

/// One run of beats, rendered by the live engine as fast as the machine can.
///
/// Beat 0 is at frame 0.
public struct OfflineRender: Sendable {
    /// What is rendered.
    public let plan: Plan
    /// The rate of the result, and of the plan's samples.
    public let sampleRate: SampleRate
    /// What the plan's tempo changes to, in order.
    public let changes: [TempoPoint]

    /// A render of a plan, whose samples the caller keeps alive.
    public init(plan: Plan, sampleRate: SampleRate, changes: [TempoPoint] = []) {
        self.plan = plan
        self.sampleRate = sampleRate
        self.changes = changes
    }

    /// The frames of a number of bars at the plan's tempo: up to the onset of the beat that would follow.
    public func frames(inBars bars: Int) -> Int64 {
        TimelineSegment(
            originFrame: 0, originBeat: BeatPosition(whole: 0), tempo: plan.tempo, sampleRate: sampleRate
        ).frame(ofBeat: Int64(bars) * Int64(plan.beatsPerBar))
    }

    /// The first `count` stereo frames, interleaved.
    public func memory(frames count: Int) -> [Float] {
        var result: [Float] = []
        result.reserveCapacity(count * 2)
        unsafe render(frames: Int64(count)) { chunk, frames in
            unsafe result.append(contentsOf: UnsafeBufferPointer(start: chunk, count: frames * 2))
        }
        return result
    }

    /// Writes so many bars to a file. Throws `SoundError.unwritable`, and leaves no part of a file behind.
    public func write(toFile path: String, bars: Int) throws(SoundError) {
        try write(toFile: path, frames: frames(inBars: bars))
    }

    /// Writes the first `count` stereo frames to a file. Throws `SoundError.unwritable`, and leaves no part of a file
    /// behind.
    public func write(toFile path: String, frames count: Int64) throws(SoundError) {
        let writer = try AudioFileWriter(path: path, sampleRate: sampleRate, frames: count)
        try unsafe render(frames: count) { (chunk, frames) throws(SoundError) in
            try unsafe writer.write(chunk, count: frames)
        }
        try writer.close()
    }

    /// Hands over the first `total` stereo frames, interleaved, chunk by chunk.
    ///
    /// As in playback, a change of tempo is a new plan, which the engine adopts between two chunks.
    func render<Failure: Error>(
        frames total: Int64, body: (UnsafePointer<Float>, Int) throws(Failure) -> Void
    ) throws(Failure) {
        let chunkFrames = 4096
        let chunk = UnsafeMutablePointer<Float>.allocate(capacity: chunkFrames * 2)
        let plans = UnsafeMutablePointer<Plan>.allocate(capacity: changes.count + 1)
        defer {
            unsafe chunk.deallocate()
            unsafe plans.deallocate()
        }
        unsafe plans.initialize(to: plan)
        for (index, change) in changes.enumerated() {
            var next = plan
            next.revision += UInt64(index + 1)
            next.tempo = change.tempo
            unsafe (plans + index + 1).initialize(to: next)
        }
        var renderer = Renderer(sampleRate: sampleRate, tempo: plan.tempo)
        for index in 0...changes.count {
            _ = unsafe renderer.adopt(plans + index, startDelay: 0)
            let end = index < changes.count ? min(changes[index].frame, total) : total
            while renderer.frame < end {
                let count = Int(min(Int64(chunkFrames), end - renderer.frame))
                unsafe renderer.render(into: chunk, count: count)
                try unsafe body(chunk, count)
                while unsafe renderer.nextRetired() != nil {}
            }
        }
    }
}
