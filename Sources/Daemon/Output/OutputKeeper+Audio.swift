// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Playback
internal import Rhythm

extension OutputKeeper {
    /// What is to play, by name: the device, or `clock` where none is wanted.
    var name: String { mode == .clock ? OutputChoice.clock.rawValue : device }

    /// What `status` says of it.
    func audio(_ clock: ClockRecord, rate: SampleRate, now: Int64, isPlaying: Bool) -> AudioState {
        let isOnDevice = if case .attached = state { true } else { false }
        let wantsDevice = mode != .clock
        let name =
            switch state {
            case .closed: wantsDevice || !isPlaying ? "closed" : "running"
            // Trying again is no news to who knows that it is missing.
            case .opening: hasWarned ? "missing" : "opening"
            case .attached(_, let isRunning): isRunning ? "running" : "starting"
            case .missing: "missing"
            }
        let ahead = (Double(clock.writtenFrame) - clock.frame(atNanoseconds: now)) / clock.framesPerSecond * 1000
        return AudioState(
            output: isOnDevice || (wantsDevice && !isPlaying) ? "alsa" : "clock",
            device: wantsDevice ? device : nil, state: name,
            rate: rate.hertz, period: isOnDevice ? lastDevice?.periodFrames : nil, fillMs: Double(engine.fillInForceMs),
            latencyMs: isPlaying ? max(0, (ahead * 10).rounded() / 10) : nil, xruns: Int(clock.xruns),
            realtime: engine.grant.name)
    }
}
