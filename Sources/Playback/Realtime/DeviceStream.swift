// SPDX-License-Identifier: Apache-2.0

internal import CALSA
internal import CLinux
internal import Glibc
internal import Rhythm

/// A started device in use by the real-time thread: how much was written to it, and what its clock says.
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
    let start: PCMDevice.Start
    /// Frames written since it was started.
    private(set) var written: Int64
    /// `Renderer.frame` minus `written`, once running.
    var offset: Int64 = 0
    /// Frames consumed since then.
    private(set) var consumed: Int64 = 0
    var settling: Settling
    /// Its pointer may move in bursts.
    var edge = LeadingEdge()
    /// Frames that it takes out of its ring at once, if that is more than can pass between two looks.
    var burst = 0
    /// Windows in a row that were off the clock.
    var badWindows = 0
    private var pending = 0
    private var pendingAt = 0

    /// Frames converted and written at a time.
    static var chunkFrames: Int { @_noLocks get { 2048 } }
    private static var longestAnswerNs: Int64 { 300_000 }
    /// A delay past this is nonsense, in seconds.
    private static var longestDelay: Int { 10 }

    /// Of a device that plays so many frames a second.
    @_noLocks init(_ handle: PCMDevice.Handle, _ start: PCMDevice.Start, framesPerSecond: Double) {
        self.handle = handle
        self.start = start
        written = Int64(start.frames)
        settling = Settling(framesPerSecond: framesPerSecond)
    }

    /// Writes silence. Returns ALSA's errno or 0.
    @_noLocks mutating func writeSilence(_ frames: Int) -> Int32 {
        let wrote = handle.writeSilence(frames)
        if wrote > 0 { written += Int64(wrote) }
        return Int32(min(wrote, 0))
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
    @_noLocks mutating func look(at now: Int64, delay: UnsafeMutablePointer<Int>) -> Look {
        switch unsafe calsa_state(handle.pcm) {
        case Int32(SND_PCM_STATE_RUNNING.rawValue): break
        case Int32(SND_PCM_STATE_SUSPENDED.rawValue): return .stopped(.suspended)
        case Int32(SND_PCM_STATE_DISCONNECTED.rawValue): return .stopped(.gone(-ENODEV))
        default: return .stopped(.dry)
        }
        let rate = Double(handle.sampleRate.hertz)
        if start.isTimeless {
            let elapsed = Int64(Double(now - start.ns) * 1e-9 * rate)
            // Nobody wrote for a while: what it would have played meanwhile is over.
            if elapsed - written > Int64(handle.sampleRate.hertz) / 10 { return .stopped(.dry) }
            let level = max(0, written - elapsed)
            consumed = max(consumed, written - level)
            return .frames(Int(level), delay: Int(written - elapsed))
        }
        let available = unsafe calsa_available(handle.pcm)
        // An interrupted answer says nothing: the ring is then taken as full.
        if available < 0, let event = Recovery.Event(errno: Int32(available)) { return .stopped(event) }
        let level = max(0, handle.bufferFrames - max(0, available))
        consumed = max(consumed, written - Int64(level))
        let asked = linux_monotonic_ns()
        let error = unsafe calsa_delay(handle.pcm, delay)
        // An answer that took its time says nothing of when it was true.
        guard linux_monotonic_ns() - asked < Self.longestAnswerNs,
            let known = unsafe Self.known(delay: delay.pointee, error: error, rate: handle.sampleRate.hertz)
        else { return .frames(level, delay: nil) }
        return .frames(level, delay: known + Int(Double(asked - now) * 1e-9 * rate + 0.5))
    }

    /// A delay that can be believed. Before its first timing update a server's plugin answers an error or nothing
    /// sensible: unknown, and no fault.
    @_noLocks static func known(delay: Int, error: Int32, rate: Int) -> Int? {
        error == 0 && delay > 0 && delay < longestDelay * rate ? delay : nil
    }

    /// Takes a delay read while starting. Returns whether the device's clock can be believed.
    @_noLocks mutating func settles(delay: Int, at now: Int64) -> Bool {
        if start.isTimeless { return true }
        guard consumed > 0 else { return false }
        let hasSettled = settling.take(frame: written - Int64(delay), at: now)
        noteBurst(settling.step)
        return hasSettled
    }

    /// Takes how far the device is ahead of the clock, in frames. Once a window of these is full, returns how far it is
    /// ahead in truth, as near as can be told.
    @_noLocks mutating func aim(ahead: Double) -> Double? {
        guard let furthest = edge.take(ahead) else { return nil }
        noteBurst(Int(edge.spread))
        return furthest + Double(burst) / Double(LeadingEdge.window + 1)
    }

    /// Frames, on the device's own count, heard at a time; by the best reading of the start, else by `delay`.
    @_noLocks func heard(at now: Int64, delay: Int) -> Double {
        let byDelay = Double(written - Int64(delay))
        return start.isTimeless ? byDelay : settling.frame(at: now) ?? byDelay
    }

    /// A pointer that seems to move by less in one go than passes between two looks moves smoothly.
    @_noLocks private mutating func noteBurst(_ frames: Int) {
        burst = frames > handle.sampleRate.hertz / 1500 ? frames : 0
    }
}
