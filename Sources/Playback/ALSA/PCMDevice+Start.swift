// SPDX-License-Identifier: Apache-2.0

internal import CALSA
internal import CMetronomeLinux
internal import Glibc
internal import MetronomeBounds
internal import MetronomeRhythm

/// How a device is made ready and started, for the first time or after it has stopped.
extension PCMDevice {
    /// The least silence that a device is started with, in ms, so that the device is handed over before the silence is played.
    private static let shortestFillMs = 25
    private static let mostResumes = 5
    private static let resumePauseMs: UInt32 = 100

    /// Makes the device ready whatever state it is in, fills it with silence and starts it. Blocks; never real-time
    /// safe, and not to be called while the real-time thread uses the device.
    ///
    /// - Parameters:
    ///   - fillMs: how much silence.
    ///   - prerollMs: how much of it goes before the first beat; `nil`: what this kind of device needs.
    /// Throws `PlaybackError` when the device refuses.
    public func start(fillMs: Int, prerollMs: Int? = 0) throws(PlaybackError) -> Start {
        _ = unsafe calsa_take_message()
        resume()
        var error: Int32 = 0
        if unsafe snd_pcm_state(handle.pcm) != SND_PCM_STATE_PREPARED {
            unsafe snd_pcm_drop(handle.pcm)
            error = unsafe snd_pcm_prepare(handle.pcm)
        }
        guard error >= 0 else { throw refused(error, while: "making it ready") }
        let rate = handle.sampleRate.hertz
        let wanted = max(max(fillMs, Self.shortestFillMs) * rate / 1000, 2 * handle.periodFrames)
        let frames = handle.writeSilence(min(wanted, handle.bufferFrames))
        guard frames >= 0 else { throw refused(Int32(frames), while: "filling it") }
        let time = ClockTime.now
        error = unsafe snd_pcm_start(handle.pcm)
        guard error >= 0 else { throw refused(error, while: "starting it") }
        let left = handle.bufferFrames - max(0, Int(unsafe snd_pcm_avail(handle.pcm)))
        // A device with a clock does not play all its fill in half the time.
        let halfNs = (Int64(frames) * 500_000_000).quotient(by: Int64(rate))
        return Start(
            frames: frames, time: time,
            isTimeless: frames > 0 && left <= 0 && ClockTime.now.nanoseconds(since: time) < halfNs,
            prerollFrames: (prerollMs ?? kind.prerollMs) * rate / 1000, isServed: kind.isServer)
    }

    private func refused(_ code: Int32, while action: String) -> PlaybackError {
        let failure = Self.failure(name, code, while: action)
        return kind.isServer
            ? PlaybackError(device: name, reason: "its sound server went away", detail: failure.reason) : failure
    }

    /// Asks a suspended device to resume until it does or cannot; it is prepared afterwards in any case.
    private func resume() {
        guard unsafe snd_pcm_state(handle.pcm) == SND_PCM_STATE_SUSPENDED else { return }
        for _ in 0...Self.mostResumes {
            guard unsafe snd_pcm_resume(handle.pcm) == -EAGAIN else { return }
            usleep(Self.resumePauseMs * 1000)
        }
    }
}

extension PCMDevice.Handle {
    /// Writes silence. Returns the frames written, fewer where there is no more room, or ALSA's -errno. Real-time safe.
    @_noLocks func writeSilence(_ frames: Int) -> Int {
        var left = frames
        while left > 0 {
            let chunk = min(left, DeviceStream.chunkFrames)
            // All bits zero is silence in every format of `SampleFormat`.
            unsafe staging.initializeMemory(as: UInt8.self, repeating: 0, count: chunk * channels * format.bytes)
            let wrote = unsafe calsa_write(pcm, staging, UInt(chunk))
            if wrote == -Int(EAGAIN) { break }
            if wrote < 0 { return wrote }
            left -= wrote
            if wrote < chunk { break }
        }
        return max(0, frames - left)
    }
}
