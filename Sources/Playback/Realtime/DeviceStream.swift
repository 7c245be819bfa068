// SPDX-License-Identifier: Apache-2.0

internal import CALSA
internal import CLinux
internal import Glibc
internal import Rhythm

/// A device in use by the real-time thread: how much was written to it, and what its clock says.
///
/// Only a small fill is kept in its large ring, paced by the level the device reports; a device that swallows
/// everything at once (`null`, `file`) is paced by CLOCK_MONOTONIC instead. Real-time safe.
@safe struct DeviceStream: BitwiseCopyable {
    /// What one look at the device told.
    enum Look: BitwiseCopyable {
        /// Frames in the ring, and the delay from the next frame written to the ear if it is known.
        case frames(Int, delay: Int?)
        /// It does not run.
        case stopped(Recovery.Event)
    }

    let handle: PCMDevice.Handle
    /// Frames written since it was last started.
    private(set) var written: Int64 = 0
    /// `Renderer.frame` minus `written`, once running.
    var offset: Int64 = 0
    /// Frames consumed since then.
    private(set) var consumed: Int64 = 0
    /// Nothing is heard through it: it has no clock of its own.
    private(set) var isTimeless = false
    /// Its pointer may move in bursts.
    var edge = LeadingEdge()
    private var startedNs: Int64 = 0
    private var pending = 0
    private var pendingAt = 0
    /// The reading that the later ones of a start are held against: the frame heard, and when.
    private var settledFrame: Int64 = 0
    private var settledNs: Int64 = 0
    private var settledReadings = 0

    /// Frames converted and written at a time.
    static var chunkFrames: Int { @_noLocks get { 2048 } }
    /// How close to one line the readings of a start must lie, in seconds, and for how long.
    private static var settledSeconds: Double { 0.0005 }
    private static var settledNs: Int64 { 8_000_000 }
    private static var longestAnswerNs: Int64 { 300_000 }
    /// A delay past this is nonsense, in seconds.
    private static var longestDelay: Int { 10 }

    @_noLocks init(_ handle: PCMDevice.Handle) { self.handle = handle }

    /// Restarts a prepared device with `fill` frames of silence. Returns ALSA's errno or 0.
    @_noLocks mutating func start(fill: Int, at now: Int64) -> Int32 {
        written = 0
        consumed = 0
        pending = 0
        settledReadings = 0
        isTimeless = false
        edge = LeadingEdge()
        startedNs = now
        let wrote = writeSilence(fill)
        if wrote < 0 { return wrote }
        return unsafe calsa_start(handle.pcm)
    }

    /// Writes silence. Returns ALSA's errno or 0.
    @_noLocks mutating func writeSilence(_ frames: Int) -> Int32 {
        var left = frames
        while left > 0 {
            let chunk = min(left, Self.chunkFrames)
            // All bits zero is silence in every format we ask for.
            unsafe handle.staging.initializeMemory(
                as: UInt8.self, repeating: 0, count: chunk * handle.channels * handle.format.bytes)
            let wrote = unsafe calsa_write(handle.pcm, handle.staging, UInt(chunk))
            if wrote == -Int(EAGAIN) { return 0 }
            if wrote < 0 { return Int32(wrote) }
            written += Int64(wrote)
            left -= wrote
            if wrote < chunk { return 0 }
        }
        return 0
    }

    /// Converts and writes rendered frames; what the device does not take is kept and written first next time.
    /// Returns ALSA's errno or 0.
    @_noLocks mutating func write(_ frames: UnsafePointer<Float>, count: Int) -> Int32 {
        unsafe handle.format.convert(frames, frames: count, channels: handle.channels, into: handle.staging)
        pending = count
        pendingAt = 0
        return flush()
    }

    /// Frames rendered and converted that the device has not taken yet.
    var unwritten: Int { @_noLocks get { pending } }

    /// Writes what was kept back. Returns ALSA's errno or 0.
    @_noLocks mutating func flush() -> Int32 {
        guard pending > 0 else { return 0 }
        let from = unsafe handle.staging + pendingAt * handle.channels * handle.format.bytes
        let wrote = unsafe calsa_write(handle.pcm, from, UInt(pending))
        guard wrote > 0 else { return Int32(wrote) }
        written += Int64(wrote)
        pendingAt += wrote
        pending -= wrote
        return 0
    }

    /// Looks at the device. `now` is read beside it.
    @_noLocks mutating func look(at now: Int64, isStarting: Bool, delay: UnsafeMutablePointer<Int>) -> Look {
        switch unsafe calsa_state(handle.pcm) {
        case Int32(SND_PCM_STATE_RUNNING.rawValue): break
        case Int32(SND_PCM_STATE_SUSPENDED.rawValue): return .stopped(.suspended)
        case Int32(SND_PCM_STATE_DISCONNECTED.rawValue): return .stopped(.gone(-ENODEV))
        default: return .stopped(.dry)
        }
        let available = unsafe calsa_available(handle.pcm)
        // An interrupted answer says nothing: the ring is then taken as full.
        if available < 0, let event = Recovery.Event(errno: Int32(available)) { return .stopped(event) }

        let elapsed = Int64(Double(now - startedNs) * 1e-9 * Double(handle.sampleRate.hertz))
        var level = max(0, handle.bufferFrames - max(0, available))
        if isStarting, !isTimeless, level == 0, written > elapsed + written / 2 {
            // Nothing real plays all its fill in half the time.
            isTimeless = true
        }
        if isTimeless {
            // Nobody wrote for a while: what it would have played meanwhile is over.
            if elapsed - written > Int64(handle.sampleRate.hertz) / 10 { return .stopped(.dry) }
            level = Int(max(0, written - elapsed))
            consumed = max(consumed, written - Int64(level))
            return .frames(level, delay: Int(written - elapsed))
        }
        consumed = max(consumed, written - Int64(level))
        let asked = linux_monotonic_ns()
        let error = unsafe calsa_delay(handle.pcm, delay)
        // An answer that took its time says nothing of when it was true.
        guard linux_monotonic_ns() - asked < Self.longestAnswerNs,
            let known = unsafe Self.known(delay: delay.pointee, error: error, rate: handle.sampleRate.hertz)
        else { return .frames(level, delay: nil) }
        return .frames(level, delay: known + Int(Double(asked - now) * 1e-9 * Double(handle.sampleRate.hertz) + 0.5))
    }

    /// A delay that can be believed. Before its first timing update a server's plugin answers an error or nothing
    /// sensible: unknown, and no fault.
    @_noLocks static func known(delay: Int, error: Int32, rate: Int) -> Int? {
        error == 0 && delay > 0 && delay < longestDelay * rate ? delay : nil
    }

    /// Takes a delay read while starting. Returns whether the device's clock can be believed: a server's first readings
    /// are off by whole periods, so several in a row must lie on one line.
    @_noLocks mutating func settles(delay: Int, at now: Int64) -> Bool {
        if isTimeless { return true }
        let rate = Double(handle.sampleRate.hertz)
        let heard = written - Int64(delay)
        let expected = Double(settledFrame) + Double(now - settledNs) * 1e-9 * rate
        if consumed > 0, settledReadings > 0, abs(Double(heard) - expected) < Self.settledSeconds * rate {
            settledReadings += 1
        } else {
            settledFrame = heard
            settledNs = now
            settledReadings = 1
        }
        return settledReadings >= 4 && now - settledNs >= Self.settledNs
    }
}
