// SPDX-License-Identifier: Apache-2.0

internal import CALSA
internal import MetronomeBounds
internal import MetronomeRhythm
internal import Sound

/// The part of the loop that is about the device: looks at it, and does what `Recovery` decides.
///
/// It never prepares, starts or resumes a device, since that can block: a device that needs it is handed up.
extension PlaybackLoop {
    /// How soon a device that does not play yet, or is off the clock, is looked at again, in ns.
    private static var soonNs: Int64 { 2_000_000 }
    /// How soon a device that stands still is looked at again, in ns.
    private static var stillNs: Int64 { 5_000_000 }
    /// How many times its tolerance a device is off the clock where a rough reading cannot be the cause.
    private static var farFactor: Double { 5 }
    /// No device takes more than this out of its ring at once, in ns.
    private static var longestBurstNs: Int64 { 100_000_000 }

    /// Takes a device over, which was started and plays silence.
    @_noLocks mutating func use(_ handle: PCMDevice.Handle, _ start: PCMDevice.Start, at now: ClockTime) {
        device = DeviceStream(handle, start, framesPerSecond: clock.framesPerSecond)
        if handle.id != recoveredID {
            recoveredID = handle.id
            recovery = Recovery(
                ringNs: (Int64(handle.bufferFrames) * 1_000_000_000).quotient(by: Int64(handle.sampleRate.hertz)))
            clock.unlock()
        }
        hasReportedRunning = false
        recovery.started(at: now)
        probe.started()
    }

    @_noLocks mutating func lose(_ reason: LossReason, code: Int32) {
        guard let lost = device else { return }
        device = nil
        probe.released(reason)
        report(.released(device: lost.handle.id, reason: reason, code: code))
    }

    /// Looks at the device and does what follows. Returns how long to sleep, in ns.
    @_noLocks mutating func stepDevice(at now: ClockTime) -> Int64 {
        guard var stream = device else { return 0 }
        let look = unsafe stream.look(at: now, delay: delay)
        guard case .frames(let level, let delay, let asked, let tookNs) = look else {
            guard case .stopped(let event) = look else { return 0 }
            return act(on: event, at: now)
        }
        let alignment = align(&stream, delay: delay, at: asked, tookNs: tookNs)
        device = stream
        return act(on: .runs(consumed: stream.consumed, alignment: alignment), level: level, delay: delay, at: now)
    }

    /// Does what `recovery` decides. Returns how long to sleep, in ns; 0 where there is more to do.
    @_noLocks private mutating func act(
        on first: Recovery.Event, level: Int = 0, delay: Int? = nil, at now: ClockTime
    ) -> Int64 {
        var event = first
        while let id = device?.handle.id {
            let wasRunning = recovery.isRunning
            switch recovery.decide(event, at: now) {
            case .write:
                guard let refusal = write(count: fill - level) else {
                    retire()
                    return pause(after: event)
                }
                event = refusal
            case .waitSilently:
                if wasRunning { device?.unlock(framesPerSecond: clock.framesPerSecond) }
                guard let refusal = writeSilence(startingFill(at: now) - level) else {
                    if !renderer.isSilent { runOn(by: fill / 2, at: now) }
                    guard now.nanoseconds(since: recovery.lastProgress) < Self.longestBurstNs else {
                        return Self.stillNs
                    }
                    return delay != nil ? device?.lockSleepNs(at: .now) ?? Self.soonNs : Self.soonNs
                }
                event = refusal
            case .resynchronise:
                synchronise(delay: delay ?? level, at: now)
                // Once only: it may be put back on the clock any number of times.
                if !hasReportedRunning { report(.running(device: id)) }
                hasReportedRunning = true
                return 0
            case .halt(let cause):
                halt(cause, wasRunning: wasRunning, at: now)
            case .giveUp(let reason, let code):
                lose(reason, code: code)
            }
        }
        return 0
    }

    /// How long to sleep while a device plays, in ns.
    @_noLocks private func pause(after event: Recovery.Event) -> Int64 {
        let sleep = sleepNs
        guard case .runs(_, let alignment) = event else { return sleep }
        switch alignment {
        case .far, .off: return min(sleep, Self.soonNs)
        case .near, .unknown: return sleep
        }
    }

    // MARK: time

    /// Compares the position by the delay with the clock; steers the clock by it while what is rendered is heard.
    @_noLocks private mutating func align(
        _ stream: inout DeviceStream, delay: Int?, at now: ClockTime, tookNs: Int64
    ) -> Recovery.Alignment {
        guard let delay else { return .unknown }
        guard recovery.isRunning else { return stream.locks(delay: delay, at: now, tookNs: tookNs) ? .near : .off }
        let expected = clock.frame(at: now)
        stream.reported = stream.written + stream.offset - Int64(delay)
        let ahead = Double(stream.reported) - expected
        let tolerance = Double(recovery.toleranceNs) * 1e-9 * clock.framesPerSecond
        // A pointer that moves in bursts may be behind by one of them.
        let behind = -Double(stream.burst)
        if !stream.start.isTimeless { probe.heard(ahead: ahead, clock: clock) }
        guard ahead < Self.farFactor * tolerance, ahead > behind - Self.farFactor * tolerance else { return .far }
        guard ahead < tolerance, ahead > behind - tolerance else { return .off }
        let blur = Double(tookNs) * 1e-9 * clock.framesPerSecond
        guard let seen = stream.burstFilter.take(Double(stream.reported), blur: blur, at: now, by: clock) else {
            return .near
        }
        guard abs(seen.ahead) < tolerance + seen.blur else {
            stream.badObservations += 1
            return stream.badObservations > 1 ? .off : .near
        }
        stream.badObservations = 0
        let error = clock.observe(
            frame: expected + seen.ahead, blur: seen.blur, slowest: seen.slowest, fastest: seen.fastest, at: now)
        if !stream.start.isTimeless {
            probe.steered(error: error, clock: clock, nominal: stream.handle.sampleRate.hertz, at: now)
        }
        return .near
    }

    /// Puts the renderer where the next frame written will be heard on time.
    @_noLocks private mutating func synchronise(delay: Int, at now: ClockTime) {
        guard var stream = device else { return }
        let queued = Double(stream.written) - stream.heard(at: now, delay: delay)
        // Half a frame rounds to the nearest, as the frames count up from a positive start.
        renderer.seek(to: Int64(clamping: clock.frame(at: now) + queued + 0.5) + Int64(stream.unwritten))
        stream.offset = renderer.frame - Int64(stream.unwritten) - stream.written
        stream.boundByLock(at: now, by: clock)
        device = stream
        probe.returned(atFrame: stream.written + stream.offset)
        guard let end = dryFrame else { return }
        dryFrame = nil
        report(.xrun(missedFrames: max(0, stream.written + stream.offset - end)))
    }

    // MARK: the device

    /// Hands the device up to be made ready.
    @_noLocks private mutating func halt(_ cause: HaltCause, wasRunning: Bool, at now: ClockTime) {
        guard let stream = device else { return }
        if case .dry = cause {
            // A fill too short for a device shows before its clock is locked, too.
            lengthenFill(at: now)
            if wasRunning {
                xruns += 1
                dryFrame = stream.written + stream.offset
                probe.ranDry(atFrame: stream.written + stream.offset)
            }
        }
        // The worker that makes it ready may be late, and until then a card would play on what it holds.
        if case .offClock = cause, !stream.start.isServed { unsafe calsa_drop(stream.handle.pcm) }
        device = nil
        report(.halted(device: stream.handle.id, cause: cause))
    }

    /// The level at which a device is kept whose clock is not locked: one that moves in bursts may consume a whole burst
    /// before its pointer shows it.
    @_noLocks private func startingFill(at now: ClockTime) -> Int {
        let waitedNs = min(now.nanoseconds(since: recovery.lastProgress), Self.longestBurstNs)
        let waited = Int(clamping: Double(waitedNs) * 1e-9 * clock.framesPerSecond)
        return min(max(fill, waited + fill / 2), device?.handle.bufferFrames ?? fill)
    }

    /// Renders and writes frames. Returns the state of the device that follows from a refusal; `nil` if there is none.
    @_noLocks private mutating func write(count: Int) -> Recovery.Event? {
        guard var stream = device else { return nil }
        var error = stream.flush()
        var left = count - stream.unwritten
        while left > 0, error == 0, stream.unwritten == 0 {
            let frames = min(left, chunkFrames)
            render(count: frames, forDevice: true)
            error = unsafe stream.write(chunk, count: frames, rendered: renderer.channels)
            left -= frames
        }
        device = stream
        return Recovery.Event(errno: error)
    }

    /// Writes silence. Returns the state of the device that follows from a refusal; `nil` if there is none.
    @_noLocks private mutating func writeSilence(_ frames: Int) -> Recovery.Event? {
        guard var stream = device else { return nil }
        let error = stream.writeSilence(frames)
        device = stream
        return Recovery.Event(errno: error)
    }
}
