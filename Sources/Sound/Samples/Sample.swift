// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MetronomeBounds
internal import Synchronization

/// A sound ready to be mixed: immutable stereo Float32 frames at one rate, with its onset known.
///
/// The control side keeps it alive as long as a plan plays it; the real-time thread is given only its `View`. Its frames have
/// pages of their own, so that they can be locked in memory.
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
    /// What mlock(2) has answered, or `notLocked`.
    private let lockResult = Atomic<Int32>(Sample.notLocked)
    private static let notLocked: Int32 = -1

    /// A sound begins where it first exceeds this part of its peak (−60 dB).
    static let silence: Float = 0.001
    /// The onset is where a sound first reaches this part of its peak (−20 dB).
    static let onset: Float = 0.1
    /// What is quieter than this at the end is cut off (−100 dB of full scale).
    static let inaudible: Float = 1e-5
    /// The greatest level: far beyond what any recording has.
    static let loudest: Float = 1000
    /// A slow attack starts at most this long before its beat, in seconds.
    static let longestLead = 0.05

    /// Prepares decoded audio for a device rate: resampled, leading silence skipped, onset measured, tail trimmed.
    ///
    /// Throws `SoundError.unsuitable` when nothing can be heard in it, when it holds infinities or NaN, or when memory is
    /// short.
    public init(_ audio: DecodedAudio, rate: Int, name: String) throws(SoundError) {
        let audio = try audio.resampled(to: rate)
        // A float file can hold them, and one would silence or deafen whatever it is mixed with.
        guard audio.frames.allSatisfy(\.isFinite) else {
            throw .unsuitable(path: name, reason: "it holds values that are not numbers")
        }
        let channels = audio.channels
        let count = audio.frames.count.quotient(by: channels)
        func level(_ frame: Int) -> Float {
            channels == 1
                ? abs(audio.frames[frame]) : max(abs(audio.frames[2 * frame]), abs(audio.frames[2 * frame + 1]))
        }
        let peak = (0..<count).reduce(Float(0)) { max($0, level($1)) }
        // What is mixed of it is to stay a number.
        guard peak <= Self.loudest else {
            throw .unsuitable(path: name, reason: "it is more than 60 dB louder than full scale")
        }
        guard peak > Self.inaudible,
            let onset = (0..<count).first(where: { level($0) >= peak * Self.onset }),
            let audible = (0..<count).first(where: { level($0) > peak * Self.silence }),
            let last = (0..<count).last(where: { level($0) > Self.inaudible })
        else { throw .unsuitable(path: name, reason: "it is silent") }
        let first = max(audible, onset - Int(clamping: (Self.longestLead * Double(rate)).rounded(.down)))
        let length = last + 1 - first
        guard let storage = unsafe Self.pages(floats: length * 2) else {
            throw .unsuitable(path: name, reason: "there is no memory for it")
        }
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

    deinit { unsafe munmap(storage.baseAddress, storage.count * MemoryLayout<Float>.stride) }

    /// Keeps the frames from being paged out for as long as the sample lives, so that the real-time thread never waits
    /// for them. Tried once. Takes up to some milliseconds for the longest sound. Returns 0, or the errno of the refusal,
    /// with which the sample can be played all the same.
    @discardableResult
    public func lock() -> Int32 {
        let before = lockResult.load(ordering: .relaxed)
        guard before == Self.notLocked else { return before }
        let bytes = unsafe storage.count * MemoryLayout<Float>.stride
        let result = unsafe mlock(storage.baseAddress, bytes) == 0 ? 0 : errno
        lockResult.store(result, ordering: .relaxed)
        return result
    }

    /// Zeroed memory in pages that hold nothing else: locking works by the page, and ends with the mapping.
    private static func pages(floats: Int) -> UnsafeMutableBufferPointer<Float>? {
        let memory = unsafe mmap(
            nil, floats * MemoryLayout<Float>.stride, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let memory = unsafe memory, unsafe memory != MAP_FAILED else { return nil }
        return unsafe UnsafeMutableBufferPointer(
            start: memory.bindMemory(to: Float.self, capacity: floats), count: floats)
    }
}
