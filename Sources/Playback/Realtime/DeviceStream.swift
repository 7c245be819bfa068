// SPDX-License-Identifier: Apache-2.0

internal import CALSA
internal import CMetronomeLinux
internal import Glibc
internal import MetronomeBounds
internal import MetronomeRhythm

/// A started device in use by the real-time thread: how much was written to it, and which frame it plays.
///
/// Only a small fill is kept in its large ring, by the level that the device reports. The level of a device that consumes
/// everything at once (`null`, `file`) is computed from CLOCK_MONOTONIC instead. Real-time safe.
@safe struct DeviceStream: BitwiseCopyable {
    /// What one look at the device has shown.
    enum Look: BitwiseCopyable {
        /// Frames in the ring; the delay from the next frame written to the one heard, if it is known; when the device was asked,
        /// and how long the answer took.
        case frames(Int, delay: Int?, at: ClockTime, tookNs: Int64)
        /// It does not run.
        case stopped(Recovery.Event)
    }

    let handle: PCMDevice.Handle
    let start: PCMDevice.Start
    /// Frames written since it was started.
    private(set) var written: Int64
    /// `Renderer.frame` minus `written`, once running.
    var offset: Int64 = 0
    /// Frames consumed since then.
    private(set) var consumed: Int64 = 0
    private var clockLock: ClockLock
    /// Whether the line of the lock was found.
    private(set) var isLocked = false
    var burstFilter = BurstFilter()
    /// Observations in a row that were off the clock.
    var badObservations = 0
    /// The last position reported, counted as `Renderer.frame`.
    var reported: Int64 = 0
    private var pending = 0
    private var pendingAt = 0

    /// Frames converted and written at a time: more than the `quiet` profile writes at a wake, as each write has its cost.
    static var chunkFrames: Int { @_noLocks get { 8192 } }
    /// How long a query may take, in ns, to show at which moment its answer was true.
    private static var longestAnswerNs: Int64 { 300_000 }
    /// The longest delay that is believed, in seconds.
    private static var longestDelay: Int { 10 }

    /// The stream of a device that plays `framesPerSecond` frames a second.
    @_noLocks init(_ handle: PCMDevice.Handle, _ start: PCMDevice.Start, framesPerSecond: Double) {
        self.handle = handle
        self.start = start
        written = Int64(start.frames)
        clockLock = ClockLock(framesPerSecond: framesPerSecond)
    }

    /// Writes silence. Returns ALSA's errno or 0.
    @_noLocks mutating func writeSilence(_ frames: Int) -> Int32 {
        let wrote = handle.writeSilence(frames)
        if wrote > 0 { written += Int64(wrote) }
        return Int32(min(wrote, 0))
    }

    /// Converts and writes `count` frames rendered for `rendered` channels; frames that the device does not take are kept and
    /// written first next time. Returns ALSA's errno or 0.
    @_noLocks mutating func write(_ frames: UnsafePointer<Float>, count: Int, rendered: Int) -> Int32 {
        unsafe handle.format.convert(
            frames, frames: count, rendered: rendered, channels: handle.channels, into: handle.staging)
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
    @_noLocks mutating func look(at now: ClockTime, delay: UnsafeMutablePointer<Int>) -> Look {
        switch unsafe calsa_state(handle.pcm) {
        case Int32(SND_PCM_STATE_RUNNING.rawValue): break
        case Int32(SND_PCM_STATE_SUSPENDED.rawValue): return .stopped(.suspended)
        case Int32(SND_PCM_STATE_DISCONNECTED.rawValue): return .stopped(.gone(-ENODEV))
        default: return .stopped(.dry)
        }
        if start.isTimeless {
            let elapsed = Int64(clamping: now.seconds(since: start.time) * Double(handle.sampleRate.hertz))
            // Nothing was written for a while: what it would have played meanwhile is over.
            if elapsed - written > Int64(handle.sampleRate.hertz) / 10 { return .stopped(.dry) }
            let level = max(0, written - elapsed)
            consumed = max(consumed, written - level)
            return .frames(Int(level), delay: Int(written - elapsed), at: now, tookNs: 0)
        }
        let available = unsafe calsa_available(handle.pcm)
        // An interrupted query does not give the level: the ring is then taken as full.
        if available < 0, let event = Recovery.Event(errno: Int32(available)) { return .stopped(event) }
        let level = max(0, handle.bufferFrames - max(0, available))
        consumed = max(consumed, written - Int64(level))
        let asked = ClockTime.now
        let error = unsafe calsa_delay(handle.pcm, delay)
        let tookNs = ClockTime.now.nanoseconds(since: asked)
        let known = unsafe Self.known(
            delay: delay.pointee, error: error, tookNs: tookNs, rate: handle.sampleRate.hertz)
        return .frames(level, delay: known, at: asked, tookNs: tookNs)
    }

    /// A delay that makes sense and was answered at once, else `nil`: before its first timing update a server's plugin
    /// answers an error or a value out of range, which is no fault.
    @_noLocks static func known(delay: Int, error: Int32, tookNs: Int64, rate: Int) -> Int? {
        error == 0 && tookNs < longestAnswerNs && delay > 0 && delay < longestDelay * rate ? delay : nil
    }

    /// Takes a delay that was read while the device plays silence at its start; the reading took `tookNs`. Returns whether the
    /// clock of the device is locked.
    @_noLocks mutating func locks(delay: Int, at now: ClockTime, tookNs: Int64) -> Bool {
        if start.isTimeless { return true }
        guard consumed > 0 else { return false }
        isLocked = clockLock.take(frame: written - Int64(delay), at: now, tookNs: tookNs)
        burstFilter = BurstFilter(burst: clockLock.isBursty ? clockLock.step : 0)
        return isLocked
    }

    /// How long to sleep until its clock should be read again before it is locked, in ns.
    @_noLocks mutating func lockSleepNs(at now: ClockTime) -> Int64 { clockLock.sleepNs(at: now) }

    /// Notes where the lock's line, on the clock's axis of frames, has the device.
    @_noLocks mutating func boundByLock(at now: ClockTime, by clock: StreamClock) {
        guard isLocked else { return }
        let (least, most) = clockLock.bounds(at: now, doubt: BurstFilter.doubt(of: clock))
        burstFilter.bound(from: least + Double(offset), to: most + Double(offset), at: now, by: clock)
    }

    /// Drops the lock, to be found from new readings.
    @_noLocks mutating func unlock(framesPerSecond: Double) {
        clockLock = ClockLock(framesPerSecond: framesPerSecond)
        isLocked = false
        badObservations = 0
    }

    /// Frames that it takes out of its ring at once; 0 where it does so smoothly.
    var burst: Int { @_noLocks get { Int(clamping: burstFilter.burst) } }

    /// The frame, counted as `written`, that is heard at a time: by the clock's lock, or by `delay` where it has none.
    @_noLocks func heard(at now: ClockTime, delay: Int) -> Double {
        let byDelay = Double(written - Int64(delay))
        return start.isTimeless ? byDelay : clockLock.frame(at: now) ?? byDelay
    }
}
