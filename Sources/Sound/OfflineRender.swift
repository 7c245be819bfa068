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

    /// A render of a plan, whose samples the caller keeps alive.
    public init(plan: Plan, sampleRate: SampleRate) {
        self.plan = plan
        self.sampleRate = sampleRate
    }

    /// Frames in a number of bars: up to the onset of the beat that would follow.
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

    /// Writes so many bars to a file. Throws `SoundError.unwritable`.
    public func write(toFile path: String, bars: Int) throws(SoundError) {
        let writer = try AudioFileWriter(path: path, sampleRate: sampleRate)
        try unsafe render(frames: frames(inBars: bars)) { (chunk, frames) throws(SoundError) in
            try unsafe writer.write(chunk, count: frames)
        }
    }

    private func render<Failure: Error>(
        frames total: Int64, body: (UnsafePointer<Float>, Int) throws(Failure) -> Void
    ) throws(Failure) {
        let chunkFrames = 4096
        let chunk = UnsafeMutablePointer<Float>.allocate(capacity: chunkFrames * 2)
        let handed = UnsafeMutablePointer<Plan>.allocate(capacity: 1)
        unsafe handed.initialize(to: plan)
        defer {
            unsafe chunk.deallocate()
            unsafe handed.deallocate()
        }
        var renderer = Renderer(sampleRate: sampleRate, tempo: plan.tempo)
        _ = unsafe renderer.adopt(handed, startDelay: 0)
        while renderer.frame < total {
            let count = Int(min(Int64(chunkFrames), total - renderer.frame))
            unsafe renderer.render(into: chunk, count: count)
            try unsafe body(chunk, count)
        }
    }
}
