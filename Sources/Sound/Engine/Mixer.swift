// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm

/// A fixed pool of voices, mixed in Float32 under gains that never jump, with a soft knee near full scale.
///
/// Real-time safe, but for its initialiser, which allocates, and its deinitialiser. The result does not depend on how the
/// frames are cut into calls.
@safe struct Mixer: ~Copyable {
    /// Voices that may sound at once; past `fullAt` the oldest one begins to fade.
    static var capacity: Int { @_noLocks get { 128 } }
    static var fullAt: Int { @_noLocks get { 120 } }
    /// Plans that voices may sound from.
    static var slots: Int { @_noLocks get { 130 } }

    // In memory of their own: the thread that mixes has a small stack. Changed in place as `(base + index).pointee`, since
    // Swift 6.3 cannot compile a change of `base[index]` under ThreadSanitizer.
    private let voices: UnsafeMutablePointer<Voice?>
    private(set) var active = 0
    /// How many voices sound from each plan.
    private let voicesOfSlot: UnsafeMutablePointer<Int32>
    private var gain = GainRamp()
    private let lanes: UnsafeMutablePointer<LaneGains>
    private var fadeFrames: Int
    private var channels: Int

    /// A mixer at a rate in hertz, for `channels` output channels, at least two.
    init(rate: Int, channels: Int = 2) {
        fadeFrames = rate / 333  // 3 ms
        gain = GainRamp(frames: rate / 125)  // 8 ms
        self.channels = channels
        unsafe voices = .allocate(capacity: Self.capacity)
        unsafe voices.initialize(repeating: nil, count: Self.capacity)
        unsafe voicesOfSlot = .allocate(capacity: Self.slots)
        unsafe voicesOfSlot.initialize(repeating: 0, count: Self.slots)
        unsafe lanes = .allocate(capacity: Lane.most)
        unsafe lanes.initialize(repeating: LaneGains(frames: rate / 125), count: Lane.most)
    }

    deinit {
        unsafe voices.deallocate()
        unsafe voicesOfSlot.deallocate()
        unsafe lanes.deallocate()
    }

    /// Ends every voice and goes on at another rate, with full level in all lanes.
    @_noLocks mutating func restart(rate: Int) {
        cut()
        fadeFrames = rate / 333
        gain = GainRamp(frames: rate / 125)
        for lane in 0..<Lane.most { unsafe lanes[lane] = LaneGains(frames: rate / 125) }
    }

    /// Mixes for `count` output channels from here on, at least two.
    @_noLocks mutating func setChannels(_ count: Int) { channels = max(2, count) }

    /// Starts a sample `skip` frames in. When the pool is full the oldest voice fades out, in 3 ms.
    @_noLocks mutating func start(_ sound: Kit.Sound, skip: Int, lane: Int, slot: Int) {
        guard skip < sound.sample.count else { return }
        if active >= Self.fullAt { fadeOldest() }
        var index = 0
        var nearestEnd = Int.max
        for candidate in 0..<Self.capacity {
            guard let voice = unsafe voices[candidate] else {
                index = candidate
                nearestEnd = -1
                break
            }
            // With no voice free, the one that has the fewest frames left is replaced.
            let left = voice.fadeLeft >= 0 ? voice.fadeLeft : voice.sample.count - voice.position + fadeFrames
            if left < nearestEnd {
                nearestEnd = left
                index = candidate
            }
        }
        if let replaced = unsafe voices[index] { end(replaced) }
        unsafe voices[index] = Voice(
            sample: sound.sample, position: skip, gain: sound.gain, lane: UInt8(truncatingIfNeeded: lane),
            slot: UInt8(truncatingIfNeeded: slot))
        unsafe (voicesOfSlot + slot).pointee += 1
        active += 1
    }

    @_noLocks private mutating func end(_ voice: Voice) {
        unsafe (voicesOfSlot + Int(voice.slot)).pointee -= 1
        active -= 1
    }

    /// Moves the gain to `level`: at once when nothing sounds, else in 8 ms.
    @_noLocks mutating func setGain(_ level: Float) {
        gain.move(to: level, atOnce: active == 0)
    }

    /// Moves a lane to a mix: at once when nothing sounds, else in 8 ms.
    @_noLocks mutating func setMix(_ mix: LaneMix, ofLane lane: Int) {
        unsafe (lanes + lane).pointee.move(to: mix, atOnce: active == 0)
    }

    /// Fades every voice out, in 3 ms.
    @_noLocks mutating func fadeAll() {
        for index in 0..<Self.capacity where unsafe voices[index]?.fadeLeft ?? 0 < 0 {
            unsafe voices[index]?.fadeLeft = fadeFrames
        }
    }

    /// Ends every voice now.
    @_noLocks mutating func cut() {
        for index in 0..<Self.capacity { unsafe voices[index] = nil }
        for slot in 0..<Self.slots { unsafe voicesOfSlot[slot] = 0 }
        active = 0
        gain.move(to: gain.target, atOnce: true)
    }

    /// Whether the gain is at zero and stays there.
    var isFadedOut: Bool { @_noLocks get { gain.isSilent } }

    /// Whether a voice that was started by the plan in a slot still sounds.
    @_noLocks func sounds(slot: Int) -> Bool { unsafe voicesOfSlot[slot] > 0 }

    /// Mixes the next `count` frames into `output`, over whatever it held.
    @_noLocks mutating func mix(into output: UnsafeMutablePointer<Float>, count: Int) {
        unsafe output.update(repeating: 0, count: count * channels)
        if active > 0 {
            var left = active
            var index = -1
            // Behind the end of the longest voice all is silent.
            var reach = 0
            while left > 0 {
                index += 1
                guard var voice = unsafe voices[index] else { continue }
                left -= 1
                reach = max(reach, min(count, voice.sample.count - voice.position))
                if unsafe add(&voice, to: output, count: count) {
                    unsafe voices[index] = voice
                } else {
                    unsafe voices[index] = nil
                    end(voice)
                }
            }
            for frame in 0..<reach {
                let level = gain.next()
                for sample in frame * channels..<(frame + 1) * channels {
                    unsafe output[sample] = softKnee(output[sample] * level)
                }
            }
            gain.skip(count - reach)
        } else {
            gain.skip(count)
        }
        for lane in 0..<Lane.most where unsafe !lanes[lane].isSteady { unsafe (lanes + lane).pointee.skip(count) }
    }

    /// Adds a voice's next frames. Returns whether it has more.
    @_noLocks private func add(_ voice: inout Voice, to output: UnsafeMutablePointer<Float>, count: Int) -> Bool {
        let left = voice.sample.count - voice.position
        let source = unsafe voice.sample.frames + voice.position * 2
        let gains = unsafe lanes[Int(voice.lane)]
        let isFading = voice.fadeLeft >= 0
        let length = min(left, isFading ? min(voice.fadeLeft, count) : count)
        let target = unsafe output + min(gains.channel, channels - 2)
        if gains.isSteady, !isFading {
            let (leftGain, rightGain) = (gains.left.target * voice.gain, gains.right.target * voice.gain)
            for frame in 0..<length {
                unsafe target[frame * channels] += source[2 * frame] * leftGain
                unsafe target[frame * channels + 1] += source[2 * frame + 1] * rightGain
            }
        } else {
            for frame in 0..<length {
                let fade = isFading ? Float(voice.fadeLeft - frame) / Float(fadeFrames) : 1
                let gain = voice.gain * fade
                unsafe target[frame * channels] += source[2 * frame] * (gain * gains.left.level(after: frame + 1))
                unsafe target[frame * channels + 1] +=
                    source[2 * frame + 1] * (gain * gains.right.level(after: frame + 1))
            }
        }
        voice.position += length
        if isFading {
            voice.fadeLeft -= length
            return length < left && voice.fadeLeft > 0
        }
        return length < left
    }

    @_noLocks private mutating func fadeOldest() {
        var oldest = -1
        var age = -1
        for index in 0..<Self.capacity {
            guard let voice = unsafe voices[index], voice.fadeLeft < 0, voice.position > age else { continue }
            age = voice.position
            oldest = index
        }
        if oldest >= 0 { unsafe voices[oldest]?.fadeLeft = fadeFrames }
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
