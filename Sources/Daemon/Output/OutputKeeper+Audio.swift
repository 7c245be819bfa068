// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import NIOCore
internal import Playback
internal import Rhythm
internal import Session

extension OutputKeeper {
    /// What is to play, by name: the device, or `clock` where none is wanted.
    var name: String { mode == .clock ? OutputChoice.clock.rawValue : device }

    /// What `status` says of it.
    func audio(_ clock: ClockRecord, rate: SampleRate, now: Int64, isPlaying: Bool) -> AudioState {
        let ahead = (Double(clock.writtenFrame) - clock.frame(atNanoseconds: now)) / clock.framesPerSecond * 1000
        return AudioState(
            output: self.isPlaying || (chosen != nil && !isPlaying) ? "alsa" : "clock",
            device: chosen?.name, state: chosen == nil && isPlaying ? "running" : word, reason: reason, trying: trying,
            rate: rate.hertz, period: self.isPlaying ? lastDevice?.periodFrames : nil,
            fillMs: Double(engine.fillInForceMs),
            latencyMs: isPlaying ? max(0, (ahead * 10).rounded() / 10) : nil, xruns: Int(clock.xruns),
            realtime: engine.grant.name)
    }

    /// The state of the chosen device in a word.
    var word: String {
        switch chosen?.state {
        case .closed, nil: "closed"
        case .opening: "opening"
        case .starting: "starting"
        case .running: "running"
        case .recovering: "recovering"
        case .missing: "missing"
        }
    }

    /// Why the chosen device does not play; `nil` while all is well.
    var reason: String? {
        switch chosen?.state {
        case .missing(let error): error.reason
        case .recovering(let cause): "it \(cause.words)"
        case .closed, .opening, .starting, .running, nil: nil
        }
    }

    /// What is being done about that; `nil` while all is well.
    var trying: String? {
        let attempt: String
        switch chosen?.state {
        case .missing:
            let pause = TimeAmount.nanoseconds(chosen?.lifecycle.pauseNs ?? 0)
            attempt = "trying again in \(pause.words), or when a device appears"
        case .recovering: attempt = "making it ready again"
        case .closed, .opening, .starting, .running, nil: return nil
        }
        guard let fallback, fallback.isPlaying else { return attempt }
        return "\(attempt); playing on '\(fallback.name)' meanwhile"
    }
}

extension TimeAmount {
    /// Such as `0.25 s` or `8 s`.
    fileprivate var words: String {
        let seconds = Double(nanoseconds) / 1e9
        return seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(seconds) s"
    }
}
