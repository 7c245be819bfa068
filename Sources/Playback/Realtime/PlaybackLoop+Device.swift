// SPDX-License-Identifier: Apache-2.0

internal import CALSA
internal import Rhythm
internal import Sound

/// The device's side of the loop: starting it on the grid, keeping its ring filled, and recovering by its state.
extension PlaybackLoop {
    /// A device whose delay does not settle for so long is taken at its last word.
    private static var startingLimitNs: Int64 { 400_000_000 }
    /// A running device that consumes nothing for so long, or for three rings, is given up.
    private static var stallNs: Int64 { 1_000_000_000 }
    /// Further off the clock than this, three looks in a row, the renderer is put back on the grid.
    private static var strayNs: Int64 { 20_000_000 }
    private static var mostFruitlessRestarts: Int { 3 }

    @_noLocks mutating func start(at now: Int64) {
        guard var stream = device else { return }
        clock.unlock()
        let error = stream.start(fill: min(fill, stream.handle.bufferFrames), at: now)
        device = stream
        if error < 0 { lose(.vanished, code: error) }
    }

    @_noLocks mutating func lose(_ reason: LossReason, code: Int32) {
        guard let lost = device else { return }
        device = nil
        report(.released(device: lost.handle.id, reason: reason, code: code))
    }

    @_noLocks mutating func stepDevice(at now: Int64) -> Int64 {
        let level = unsafe device?.look(at: now, delay: delay) ?? .gone(0)
        switch level {
        case .frames(let frames, let delay): return use(level: frames, delay: delay, at: now)
        case .dry: restart(at: now)
        case .suspended: resume(at: now)
        case .gone(let code): lose(.vanished, code: code)
        }
        // Look again soon; without a device, at once.
        return device == nil ? 0 : 2_000_000
    }

    @_noLocks mutating func use(level: Int, delay: Int?, at now: Int64) -> Int64 {
        guard var stream = device else { return 0 }
        let ring = Int64(stream.handle.bufferFrames) * 3_000_000_000 / Int64(stream.handle.sampleRate.hertz)
        if now - stream.progressNs > max(Self.stallNs, ring) {
            lose(.stalled, code: 0)
            return 0
        }
        switch stream.phase {
        case .starting, .suspended:
            let isSettled = if let delay { stream.settles(delay: delay, at: now) } else { false }
            guard isSettled || now - stream.startedNs > Self.startingLimitNs else {
                _ = stream.writeSilence(max(0, fill - level))
                device = stream
                return 2_000_000
            }
            synchronise(&stream, delay: delay ?? level, at: now)
            device = stream
            report(.running(device: stream.handle.id))
            return 0
        case .running:
            if let delay { observe(&stream, delay: delay, at: now) }
            write(&stream, count: fill - level)
            device = stream
            retire()
            return sleepNs(level: max(level, fill))
        }
    }

    /// Puts the renderer where the next frame written will be heard on time.
    @_noLocks mutating func synchronise(_ stream: inout DeviceStream, delay: Int, at now: Int64) {
        let heardNs = now + Int64(Double(delay) / clock.framesPerSecond * 1e9)
        // Half a frame rounds to the nearest, as the frames count up from a positive start.
        renderer.seek(to: Int64(clock.frame(at: heardNs) + 0.5) + Int64(stream.unwritten))
        stream.offset = renderer.frame - Int64(stream.unwritten) - stream.written
        stream.phase = .running
        stream.strays = 0
    }

    @_noLocks mutating func observe(_ stream: inout DeviceStream, delay: Int, at now: Int64) {
        let heard = Double(stream.written + stream.offset - Int64(delay))
        let stray = Double(Self.strayNs) * 1e-9 * clock.framesPerSecond
        if abs(heard - clock.frame(at: now)) < stray {
            _ = clock.observe(frame: heard, at: now)
            stream.strays = 0
            return
        }
        stream.strays += 1
        if stream.strays >= 3 { synchronise(&stream, delay: delay, at: now) }
    }

    @_noLocks mutating func write(_ stream: inout DeviceStream, count: Int) {
        stream.flush()
        var left = count - stream.unwritten
        while left > 0, stream.unwritten == 0 {
            let frames = min(left, DeviceStream.chunkFrames)
            unsafe renderer.render(into: chunk, count: frames)
            unsafe stream.write(chunk, count: frames)
            left -= frames
        }
    }

    // MARK: recovery

    @_noLocks mutating func restart(at now: Int64) {
        guard var stream = device else { return }
        xruns += 1
        stream.fruitlessRestarts += 1
        let missed = Int64(clock.frame(at: now)) - (stream.written + stream.offset)
        report(.xrun(missedFrames: max(0, missed)))
        device = stream
        guard stream.fruitlessRestarts <= Self.mostFruitlessRestarts else { return lose(.unrecoverable, code: 0) }
        let error = unsafe calsa_prepare(stream.handle.pcm)
        guard error >= 0 else { return lose(.vanished, code: error) }
        start(at: now)
    }

    @_noLocks mutating func resume(at now: Int64) {
        guard let stream = device else { return }
        if unsafe calsa_resume(stream.handle.pcm) == 0,
            unsafe calsa_state(stream.handle.pcm) == Int32(SND_PCM_STATE_RUNNING.rawValue)
        {
            device?.phase = .suspended
            return
        }
        let error = unsafe calsa_prepare(stream.handle.pcm)
        guard error >= 0 else { return lose(.vanished, code: error) }
        start(at: now)
    }
}
