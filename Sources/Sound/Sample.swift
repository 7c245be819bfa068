// SPDX-License-Identifier: Apache-2.0

/// A sound ready to be mixed: immutable stereo Float32 frames at one rate, with its onset known.
///
/// Kept alive by whoever compiled the plan that plays it; the real-time thread sees only its `View`.
@safe public final class Sample: @unchecked Sendable {
    // Unchecked: the frames are written once, before the initialiser returns, and only read afterwards.

    /// Borrowed frames, valid while the sample lives. Real-time safe.
    @safe public struct View: BitwiseCopyable, @unchecked Sendable {
        // Unchecked: immutable memory, whose owner outlives every plan that points at it.
        let frames: UnsafePointer<Float>
        /// Stereo frames.
        public let count: Int
        /// Frames from the first to the onset: a beat at frame f starts the sample at f − lead.
        public let lead: Int
    }

    /// What the mixer reads.
    public let view: View
    private let storage: UnsafeMutableBufferPointer<Float>

    /// Below this part of its own peak a sound has not begun (−60 dB).
    static let silence: Float = 0.001
    /// The onset is where a sound first reaches this part of its peak (−20 dB).
    static let onset: Float = 0.1
    /// What is quieter than this at the end is cut off (−100 dB of full scale).
    static let inaudible: Float = 1e-5
    /// A slow attack starts at most this long before its beat, in seconds.
    static let longestLead = 0.05

    /// Prepares decoded audio for a device rate: resampled, leading silence skipped, onset measured, tail trimmed.
    ///
    /// Throws `SoundError.unsuitable` when nothing can be heard in it, or when it holds infinities or NaN.
    public init(_ audio: DecodedAudio, rate: Int, name: String) throws(SoundError) {
        let audio = try audio.resampled(to: rate)
        // A float file can hold them, and one would silence or deafen whatever it is mixed with.
        guard audio.frames.allSatisfy(\.isFinite) else {
            throw .unsuitable(path: name, reason: "it holds values that are not numbers")
        }
        let channels = audio.channels
        let count = audio.frames.count / channels
        func level(_ frame: Int) -> Float {
            channels == 1
                ? abs(audio.frames[frame]) : max(abs(audio.frames[2 * frame]), abs(audio.frames[2 * frame + 1]))
        }
        let peak = (0..<count).reduce(Float(0)) { max($0, level($1)) }
        guard peak > Self.inaudible,
            let onset = (0..<count).first(where: { level($0) >= peak * Self.onset }),
            let audible = (0..<count).first(where: { level($0) > peak * Self.silence }),
            let last = (0..<count).last(where: { level($0) > Self.inaudible })
        else { throw .unsuitable(path: name, reason: "it is silent") }
        let first = max(audible, onset - Int(Self.longestLead * Double(rate)))
        let length = last + 1 - first
        let storage = UnsafeMutableBufferPointer<Float>.allocate(capacity: length * 2)
        for frame in 0..<length {
            let source = (first + frame) * channels
            unsafe storage[2 * frame] = audio.frames[source]
            unsafe storage[2 * frame + 1] = audio.frames[source + channels - 1]
        }
        unsafe self.storage = storage
        // Never null: at least one frame is audible.
        unsafe view = View(
            frames: UnsafePointer(storage.baseAddress.unsafelyUnwrapped), count: length, lead: onset - first)
    }

    deinit { unsafe storage.deallocate() }

    /// The memory the mixer reads, for a caller that wants to lock it.
    public var memory: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(storage) }
}
