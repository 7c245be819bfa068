// SPDX-License-Identifier: Apache-2.0

internal import CALSA
internal import Rhythm
internal import Sound

/// The device's side of the loop: it looks, and does what `Recovery` decides.
extension PlaybackLoop {
    /// How soon a device that does not play yet is looked at again.
    private static var soonNs: Int64 { 2_000_000 }
    /// A device further off the clock than this is off the grid.
    private static var strayNs: Int64 { 20_000_000 }

    /// Takes a device over, which is prepared and was never started.
    @_noLocks mutating func use(_ handle: PCMDevice.Handle, at now: Int64) {
        device = DeviceStream(handle)
        recovery = Recovery(ringNs: Int64(handle.bufferFrames) * 1_000_000_000 / Int64(handle.sampleRate.hertz))
        let error = start(at: now)
        if error < 0 { _ = act(on: .startRefused(error), at: now) }
    }

    @_noLocks mutating func lose(_ reason: LossReason, code: Int32) {
        guard let lost = device else { return }
        device = nil
        report(.released(device: lost.handle.id, reason: reason, code: code))
    }

    /// Looks at the device and does what is to be done. Returns how long to sleep, in ns.
    @_noLocks mutating func stepDevice(at now: Int64) -> Int64 {
        guard var stream = device else { return 0 }
        let look = unsafe stream.look(at: now, isStarting: !recovery.isRunning, delay: delay)
        guard case .frames(let level, let delay) = look else {
            guard case .stopped(let event) = look else { return 0 }
            return act(on: event, at: now)
        }
        let aim = aim(&stream, delay: delay, at: now)
        device = stream
        return act(on: .runs(consumed: stream.consumed, aim: aim), level: level, delay: delay, at: now)
    }

    /// Returns how long to sleep, in ns; 0 where there is more to do.
    @_noLocks private mutating func act(
        on first: Recovery.Event, level: Int = 0, delay: Int? = nil, at now: Int64
    ) -> Int64 {
        var event = first
        while device != nil {
            if case .dry = event { noteXrun(at: now) }
            let wasRunning = recovery.isRunning
            switch recovery.decide(event, at: now) {
            case .write:
                guard let refusal = write(count: fill - level) else {
                    retire()
                    return sleepNs(level: max(level, fill))
                }
                event = refusal
            case .waitSilently:
                guard let refusal = writeSilence(max(0, fill - level)) else { return Self.soonNs }
                event = refusal
            case .resynchronise:
                synchronise(delay: delay ?? level, at: now)
                if !wasRunning, let id = device?.handle.id { report(.running(device: id)) }
                return 0
            case .prepareAndStart:
                let error = restart(at: now)
                guard error < 0 else { return Self.soonNs }
                event = .startRefused(error)
            case .resume:
                event = resume()
            case .retryResume(let pauseNs):
                runOn(at: now)
                return pauseNs
            case .giveUp(let reason, let code):
                lose(reason, code: code)
            }
        }
        return 0
    }

    // MARK: time

    /// Holds the delay against the clock, which is steered by it while the device plays on the grid.
    @_noLocks private mutating func aim(_ stream: inout DeviceStream, delay: Int?, at now: Int64) -> Recovery.Aim {
        guard let delay else { return .unknown }
        guard recovery.isRunning else { return stream.settles(delay: delay, at: now) ? .near : .far }
        let expected = clock.frame(at: now)
        let ahead = Double(stream.written + stream.offset - Int64(delay)) - expected
        let stray = Double(Self.strayNs) * 1e-9 * clock.framesPerSecond
        guard abs(ahead) < stray else { return .far }
        guard let furthest = stream.edge.take(ahead) else { return .near }
        let generation = clock.generation
        _ = clock.observe(frame: expected + furthest, at: now)
        // Beats that were told have moved.
        if clock.generation != generation { hasReported = true }
        return .near
    }

    /// Puts the renderer where the next frame written will be heard on time.
    @_noLocks private mutating func synchronise(delay: Int, at now: Int64) {
        guard var stream = device else { return }
        let heardNs = now + Int64(Double(delay) / clock.framesPerSecond * 1e9)
        // Half a frame rounds to the nearest, as the frames count up from a positive start.
        renderer.seek(to: Int64(clock.frame(at: heardNs) + 0.5) + Int64(stream.unwritten))
        stream.offset = renderer.frame - Int64(stream.unwritten) - stream.written
        device = stream
    }

    @_noLocks private mutating func noteXrun(at now: Int64) {
        // A fill too short for a device shows before it has settled, too.
        lengthenFill(at: now)
        guard let stream = device, recovery.isRunning else { return }
        xruns += 1
        let missed = Int64(clock.frame(at: now)) - (stream.written + stream.offset)
        report(.xrun(missedFrames: max(0, missed)))
    }

    // MARK: the device

    /// Returns ALSA's errno or 0.
    @_noLocks private mutating func start(at now: Int64) -> Int32 {
        guard var stream = device else { return 0 }
        clock.unlock()
        let error = stream.start(fill: fill, at: now)
        device = stream
        recovery.started(at: now)
        return error
    }

    /// Returns ALSA's errno or 0.
    @_noLocks private mutating func restart(at now: Int64) -> Int32 {
        guard let stream = device else { return 0 }
        let error = unsafe calsa_prepare(stream.handle.pcm)
        return error < 0 ? error : start(at: now)
    }

    @_noLocks private func resume() -> Recovery.Event {
        guard let stream = device else { return .resumeRefused(0) }
        let error = unsafe calsa_resume(stream.handle.pcm)
        guard error == 0 else { return .resumeRefused(error) }
        // A plugin that cannot resume says yes and does nothing.
        let runs = unsafe calsa_state(stream.handle.pcm) == Int32(SND_PCM_STATE_RUNNING.rawValue)
        return runs ? .resumed : .resumeRefused(0)
    }

    /// Returns what a refusal says of the device.
    @_noLocks private mutating func write(count: Int) -> Recovery.Event? {
        guard var stream = device else { return nil }
        var error = stream.flush()
        var left = count - stream.unwritten
        while left > 0, error == 0, stream.unwritten == 0 {
            let frames = min(left, DeviceStream.chunkFrames)
            unsafe renderer.render(into: chunk, count: frames)
            error = unsafe stream.write(chunk, count: frames)
            left -= frames
        }
        device = stream
        return Recovery.Event(errno: error)
    }

    /// Returns what a refusal says of the device.
    @_noLocks private mutating func writeSilence(_ frames: Int) -> Recovery.Event? {
        guard var stream = device else { return nil }
        let error = stream.writeSilence(frames)
        device = stream
        return Recovery.Event(errno: error)
    }
}
