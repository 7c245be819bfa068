// SPDX-License-Identifier: Apache-2.0

public import MetronomeRhythm

/// One run, rendered by the live engine as fast as the machine can. Its begin is at frame 0.
public struct OfflineRender: Sendable {
    /// Other music, which the engine plays by from a frame on as it would live.
    public struct Edit: Sendable {
        /// The frame at which the engine takes it.
        public var frame: Int64
        /// What is played from there on.
        public var arrangement: Arrangement

        /// An edit at a frame.
        public init(frame: Int64, arrangement: Arrangement) {
            self.frame = frame
            self.arrangement = arrangement
        }
    }

    /// What is rendered.
    public let arrangement: Arrangement
    /// The sounds, at the rate of the result.
    public let kits: KitSet
    /// Linear gain, 0...1.
    public let volume: Float
    /// The rate of the result.
    public let sampleRate: SampleRate
    /// The edits in the order of their frames.
    public let edits: [Edit]
    /// How lanes are mixed, by their numbers.
    public let mixes: [Int: LaneMix]
    /// The channels of the result, at least two.
    public let channels: Int

    private let compiled: CompiledArrangement

    /// A render. The caller keeps the samples of the kits alive. Throws if the arrangement cannot be played.
    public init(
        _ arrangement: Arrangement, kits: KitSet, volume: Float = 1, sampleRate: SampleRate, edits: [Edit] = [],
        mixes: [Int: LaneMix] = [:], channels: Int = 2
    ) throws(RhythmError) {
        compiled = try CompiledArrangement(arrangement)
        self.arrangement = arrangement
        self.kits = kits
        self.volume = volume
        self.sampleRate = sampleRate
        self.edits = edits
        self.mixes = mixes
        self.channels = max(2, channels)
    }

    /// The frame of a position. Edits do not count.
    public func frame(of position: Position) -> Int64 {
        let music = compiled.view
        let passage = unsafe music.passages[0]
        let first = TimelineSegment(
            originPlace: FramePlace(frame: 0), originPosition: music.begin, curve: passage.curve,
            curveBegin: passage.origin(ofPass: 0), beat: passage.beat, sampleRate: sampleRate)
        guard var place = music.place(at: music.begin, in: first) else { return 0 }
        while place.end < position, let next = music.place(after: place) { place = next }
        return place.segment.frame(of: position)
    }

    /// The first `count` frames, interleaved.
    public func memory(frames count: Int) throws(RhythmError) -> [Float] {
        var result: [Float] = []
        result.reserveCapacity(count * channels)
        let music = try compileEdits()
        unsafe render(frames: Int64(count), music) { chunk, frames in
            unsafe result.append(contentsOf: UnsafeBufferPointer(start: chunk, count: frames * channels))
        }
        return result
    }

    /// Writes the first `count` frames to a file that is still to be published. Throws `SoundError.unwritable`, and leaves no
    /// part of a file behind; or `RhythmError`, if an edit cannot be played.
    package func draft(ofFile path: String, frames count: Int64) throws -> AudioFileWriter {
        let music = try compileEdits()
        let writer = try AudioFileWriter(path: path, sampleRate: sampleRate, frames: count, channels: channels)
        try unsafe render(frames: count, music) { (chunk, frames) throws(SoundError) in
            try unsafe writer.write(chunk, count: frames)
        }
        try writer.finish()
        return writer
    }

    /// The music of all edits, in their order.
    package func compileEdits() throws(RhythmError) -> [CompiledArrangement] {
        var music: [CompiledArrangement] = []
        music.reserveCapacity(edits.count)
        for edit in edits { music.append(try CompiledArrangement(edit.arrangement)) }
        return music
    }

    /// Hands over the first `total` frames, interleaved, chunk by chunk.
    ///
    /// As in playback, an edit is a new plan, which the engine adopts between two chunks.
    package func render<Failure: Error>(
        frames total: Int64, _ music: [CompiledArrangement], body: (UnsafePointer<Float>, Int) throws(Failure) -> Void
    ) throws(Failure) {
        let chunkFrames = 4096
        let chunk = UnsafeMutablePointer<Float>.allocate(capacity: chunkFrames * channels)
        let plans = UnsafeMutablePointer<Plan>.allocate(capacity: music.count + 1)
        defer {
            unsafe chunk.deallocate()
            unsafe plans.deallocate()
        }
        for (index, music) in ([compiled] + music).enumerated() {
            unsafe (plans + index).initialize(
                to: Plan(revision: UInt64(index + 1), run: 1, volume: volume, music: music, kits: kits))
            for (lane, mix) in mixes { unsafe (plans + index).pointee[mixOf: lane] = mix }
        }
        var renderer = Renderer(sampleRate: sampleRate, channels: channels)
        for index in 0...music.count {
            _ = unsafe renderer.adopt(plans + index, startDelay: 0)
            let end = index < music.count ? min(edits[index].frame, total) : total
            while renderer.frame < end {
                let count = Int(min(Int64(chunkFrames), end - renderer.frame))
                unsafe renderer.render(into: chunk, count: count)
                try unsafe body(chunk, count)
                while unsafe renderer.nextRetired() != nil {}
            }
        }
    }
}
