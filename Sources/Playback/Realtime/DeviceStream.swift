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
        /// Frames in the ring, and the delay from the next frame written to the ear if it is known, and when that was.
        case frames(Int, delay: Int?, at: Int64)
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
    private var settling: Settling
    var edge = LeadingEdge()
    /// Windows in a row that were off the clock.
    var badWindows = 0
    private var pending = 0
    private var pendingAt = 0

    /// Frames converted and written at a time: more than the quietest profile writes at a wake, as each write has its price.
    static var chunkFrames: Int { @_noLocks get { 8192 } }
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
        if start.isTimeless {
            let elapsed = Int64(Double(now - start.ns) * 1e-9 * Double(handle.sampleRate.hertz))
            // Nobody wrote for a while: what it would have played meanwhile is over.
            if elapsed - written > Int64(handle.sampleRate.hertz) / 10 { return .stopped(.dry) }
            let level = max(0, written - elapsed)
            consumed = max(consumed, written - level)
            return .frames(Int(level), delay: Int(written - elapsed), at: now)
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
        else { return .frames(level, delay: nil, at: asked) }
        return .frames(level, delay: known, at: asked)
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
        // A pointer that moves by less at once than passes between two close readings may well move smoothly.
        edge = LeadingEdge(burst: settling.step > handle.sampleRate.hertz / 1500 ? settling.step : 0)
        return hasSettled
    }

    /// Forgets where it was thought to be.
    @_noLocks mutating func resettle(framesPerSecond: Double) {
        settling = Settling(framesPerSecond: framesPerSecond)
        badWindows = 0
    }

    /// Frames that it takes out of its ring at once; 0 where it does so smoothly.
    var burst: Int { @_noLocks get { Int(edge.burst) } }

    /// Frames, on the device's own count, heard at a time; by the best reading of the start, else by `delay`.
    @_noLocks func heard(at now: Int64, delay: Int) -> Double {
        let byDelay = Double(written - Int64(delay))
        return start.isTimeless ? byDelay : settling.frame(at: now) ?? byDelay
    }
}
