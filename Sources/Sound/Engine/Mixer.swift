// SPDX-License-Identifier: Apache-2.0

/// A fixed pool of voices, mixed in Float32 under one gain that never jumps, with a soft knee near full scale.
///
/// Real-time safe throughout: no allocation, no lock. The result does not depend on how the frames are cut into calls.
struct Mixer: ~Copyable {
    /// Voices that may sound at once; past `fullAt` the oldest one begins to fade.
    static let capacity = 16
    static let fullAt = 12

    private var voices: InlineArray<16, Voice?> = InlineArray(repeating: nil)
    private(set) var active = 0
    private var gain = GainRamp()
    private let fadeFrames: Int

    /// A mixer at a rate in hertz.
    @_noLocks init(rate: Int) {
        fadeFrames = rate / 333  // 3 ms
        gain = GainRamp(frames: rate / 125)  // 8 ms
    }

    /// Starts a sample `skip` frames in. When the pool is full the oldest voice fades out, in 3 ms.
    @_noLocks mutating func start(_ sample: Sample.View, skip: Int, revision: UInt64) {
        guard skip < sample.count else { return }
        if active >= Self.fullAt { fadeOldest() }
        var slot = 0
        var nearestEnd = Int.max
        for index in 0..<Self.capacity {
            guard let voice = voices[index] else {
                slot = index
                nearestEnd = -1
                break
            }
            // With no slot free, the voice that has the fewest frames left is replaced.
            let left = voice.fadeLeft >= 0 ? voice.fadeLeft : voice.sample.count - voice.position + fadeFrames
            if left < nearestEnd {
                nearestEnd = left
                slot = index
            }
        }
        if nearestEnd == -1 { active += 1 }
        voices[slot] = Voice(sample: sample, position: skip, revision: revision)
    }

    /// Moves the gain to `level`: at once when nothing sounds, else in 8 ms.
    @_noLocks mutating func setGain(_ level: Float) {
        gain.move(to: level, atOnce: active == 0)
    }

    /// Fades every voice out, in 3 ms.
    @_noLocks mutating func fadeAll() {
        for index in 0..<Self.capacity where voices[index]?.fadeLeft ?? 0 < 0 { voices[index]?.fadeLeft = fadeFrames }
    }

    /// Ends every voice now.
    @_noLocks mutating func cut() {
        for index in 0..<Self.capacity { voices[index] = nil }
        active = 0
        gain.move(to: gain.target, atOnce: true)
    }

    /// Whether the gain is at zero and stays there.
    var isFadedOut: Bool { @_noLocks get { gain.isSilent } }

    /// Whether a voice started by this plan still sounds.
    @_noLocks func sounds(revision: UInt64) -> Bool {
        guard active > 0 else { return false }
        for index in 0..<Self.capacity where voices[index]?.revision == revision { return true }
        return false
    }

    /// Mixes the next `count` stereo frames into `output`, over whatever it held.
    @_noLocks mutating func mix(into output: UnsafeMutablePointer<Float>, count: Int) {
        unsafe output.update(repeating: 0, count: count * 2)
        guard active > 0 else {
            gain.skip(count)
            return
        }
        for index in 0..<Self.capacity {
            guard var voice = voices[index] else { continue }
            if unsafe add(&voice, to: output, count: count) {
                voices[index] = voice
            } else {
                voices[index] = nil
                active -= 1
            }
        }
        for frame in 0..<count {
            let level = gain.next()
            unsafe output[2 * frame] = softKnee(output[2 * frame] * level)
            unsafe output[2 * frame + 1] = softKnee(output[2 * frame + 1] * level)
        }
    }

    /// Adds a voice's next frames. Returns whether it has more.
    @_noLocks private func add(_ voice: inout Voice, to output: UnsafeMutablePointer<Float>, count: Int) -> Bool {
        let left = voice.sample.count - voice.position
        let source = unsafe voice.sample.frames + voice.position * 2
        if voice.fadeLeft < 0 {
            let length = min(left, count)
            for index in 0..<(length * 2) { unsafe output[index] += source[index] }
            voice.position += length
            return length < left
        }
        let length = min(left, min(voice.fadeLeft, count))
        for frame in 0..<length {
            let level = Float(voice.fadeLeft - frame) / Float(fadeFrames)
            unsafe output[2 * frame] += source[2 * frame] * level
            unsafe output[2 * frame + 1] += source[2 * frame + 1] * level
        }
        voice.position += length
        voice.fadeLeft -= length
        return length < left && voice.fadeLeft > 0
    }

    @_noLocks private mutating func fadeOldest() {
        var oldest = -1
        var age = -1
        for index in 0..<Self.capacity {
            guard let voice = voices[index], voice.fadeLeft < 0, voice.position > age else { continue }
            age = voice.position
            oldest = index
        }
        if oldest >= 0 { voices[oldest]?.fadeLeft = fadeFrames }
    }
}

/// Leaves values below 0.8 as they are and bends greater ones towards 1, with a continuous slope, so that loud beats
/// that sound together are not clipped.
@_noLocks func softKnee(_ value: Float) -> Float {
    let knee: Float = 0.8
    let magnitude = abs(value)
    guard magnitude > knee else { return value }
    let over = (magnitude - knee) / (1 - knee)
    let bent = 1 - (1 - knee) / (1 + over)
    return value < 0 ? -bent : bent
}
