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
    /// Where a device stands.
    enum Phase: BitwiseCopyable {
        /// It plays silence until its delay is known.
        case starting
        /// It plays the renderer's frames.
        case running
        /// It is suspended by the system and is asked to resume.
        case suspended
    }

    /// What one look at the device told.
    enum Level: BitwiseCopyable {
        /// Frames in the ring, and the delay from the next frame written to the ear if it is known.
        case frames(Int, delay: Int?)
        /// It stopped for want of frames.
        case dry
        /// It was suspended.
        case suspended
        /// It is gone, with ALSA's errno.
        case gone(Int32)
    }

    let handle: PCMDevice.Handle
    var phase = Phase.starting
    /// Frames written since it was last started.
    private(set) var written: Int64 = 0
    /// `Renderer.frame` minus `written`, once running.
    var offset: Int64 = 0
    private(set) var startedNs: Int64 = 0
    /// Restarts since it last consumed a frame.
    var fruitlessRestarts = 0
    /// Observations in a row that were far off the clock.
    var strays = 0
    /// Nothing is heard through it: it has no clock of its own.
    private(set) var isTimeless = false
    private var consumed: Int64 = 0
    private(set) var progressNs: Int64 = 0
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
    /// A delay past this is nonsense, in seconds.
    private static var longestDelay: Int { 10 }

    @_noLocks init(_ handle: PCMDevice.Handle) { self.handle = handle }

    /// Restarts a prepared device with `fill` frames of silence. Returns ALSA's errno or 0.
    @_noLocks mutating func start(fill: Int, at now: Int64) -> Int32 {
        phase = .starting
        written = 0
        consumed = 0
        pending = 0
        strays = 0
        settledReadings = 0
        startedNs = now
        progressNs = now
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
    @_noLocks mutating func write(_ frames: UnsafePointer<Float>, count: Int) {
        unsafe handle.format.convert(frames, frames: count, channels: handle.channels, into: handle.staging)
        pending = count
        pendingAt = 0
        flush()
    }

    /// Frames rendered and converted that the device has not taken yet.
    var unwritten: Int { @_noLocks get { pending } }

    /// Writes what was kept back.
    @_noLocks mutating func flush() {
        guard pending > 0 else { return }
        let from = unsafe handle.staging + pendingAt * handle.channels * handle.format.bytes
        let wrote = unsafe calsa_write(handle.pcm, from, UInt(pending))
        guard wrote > 0 else { return }
        written += Int64(wrote)
        pendingAt += wrote
        pending -= wrote
    }

    /// Looks at the device. `now` is read beside it.
    @_noLocks mutating func look(at now: Int64, delay: UnsafeMutablePointer<Int>) -> Level {
        switch unsafe calsa_state(handle.pcm) {
        case Int32(SND_PCM_STATE_RUNNING.rawValue): break
        case Int32(SND_PCM_STATE_XRUN.rawValue): return .dry
        case Int32(SND_PCM_STATE_SUSPENDED.rawValue): return .suspended
        case Int32(SND_PCM_STATE_DISCONNECTED.rawValue): return .gone(-ENODEV)
        default: return .dry
        }
        let available = unsafe calsa_available(handle.pcm)
        if available == -Int(EPIPE) { return .dry }
        if available == -Int(ESTRPIPE) { return .suspended }
        if available < 0 { return .gone(Int32(available)) }

        let elapsed = Int64(Double(now - startedNs) * 1e-9 * Double(handle.sampleRate.hertz))
        var level = max(0, handle.bufferFrames - available)
        if case .starting = phase, !isTimeless, written - Int64(level) > elapsed + written / 2 {
            // Nothing real plays half its fill in no time.
            isTimeless = true
        }
        if isTimeless {
            level = Int(max(0, written - elapsed))
            note(consumed: written - Int64(level), at: now)
            return .frames(level, delay: Int(written - elapsed))
        }
        note(consumed: written - Int64(level), at: now)
        let error = unsafe calsa_delay(handle.pcm, delay)
        let reported = unsafe delay.pointee
        // Before its first timing update a server's plugin answers an error or nothing sensible: unknown, no fault.
        let isKnown = error == 0 && reported > 0 && reported < Self.longestDelay * handle.sampleRate.hertz
        return .frames(level, delay: isKnown ? reported : nil)
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

    @_noLocks private mutating func note(consumed now: Int64, at ns: Int64) {
        guard now > consumed else { return }
        consumed = now
        progressNs = ns
        fruitlessRestarts = 0
    }
}
