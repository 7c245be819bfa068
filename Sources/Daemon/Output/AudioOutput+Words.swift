// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import MetronomeBounds
internal import MetronomeRhythm
internal import MetronomeSession
internal import Playback

/// The text about the output that people read: in the status, in errors and in the log.
extension AudioOutput {
    /// What the output does now; the device has missed frames as often as `xruns` says.
    func facts(xruns: Int) -> OutputFacts {
        let isPlaying = isPlaying
        return OutputFacts(
            isPlaying: isPlaying, device: chosen?.name, word: word, reason: reason, trying: trying,
            periodFrames: isPlaying ? lastDevice?.periodFrames : nil, fillMs: engine.fillInForceMs, xruns: xruns,
            realtime: engine.grant.name)
    }

    /// The state of the chosen device in a word.
    var word: String {
        switch chosen?.state {
        case .closed where isHeld: "opening"
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

    /// What is being done about the reason; `nil` while all is well.
    var trying: String? {
        let attempt: String
        switch chosen?.state {
        case .missing:
            let pause = seconds(chosen?.lifecycle.pauseNs ?? 0)
            attempt = "trying again in \(pause), or when a device appears"
        case .recovering: attempt = "making it ready again"
        case .closed, .opening, .starting, .running, nil: return nil
        }
        guard let fallback, fallback.isPlaying else { return attempt }
        return "\(attempt); playing on '\(fallback.name)' meanwhile"
    }

    /// Such as `0.25 s` or `8 s`.
    private func seconds(_ ns: Int64) -> String {
        let seconds = Double(ns) / 1e9
        return seconds == seconds.rounded() ? "\(Int(clamping: seconds)) s" : "\(seconds) s"
    }

    /// Logs a line for each change of a device's state.
    func logChange(of device: OutputDevice, from old: DeviceLifecycle.State) {
        let name = device.name
        guard device.state != old else { return }
        switch device.state {
        case .closed: log.debug("'\(name)' is closed")
        case .opening: log.debug("opening '\(name)'")
        case .starting:
            guard let handle = device.device?.handle else { return }
            log.debug(
                """
                opened '\(name)': \(handle.format), \(handle.channels) channels, period \(handle.periodFrames), \
                ring \(handle.bufferFrames)
                """)
        case .running:
            let again = if case .recovering = old { " again" } else { "" }
            if let has = device.device?.handle.channels, has < channels {
                log.warning(
                    "'\(name)' has \(has) \(has == 1 ? "channel" : "channels"): what is played on channel \(has + 1) and above is heard on the last two"
                )
            }
            // It plays after it was said to be missing.
            if device.toldTrouble != nil { log.notice("'\(name)' is back") }
            device.toldTrouble = nil
            log.info("playing on '\(name)'\(again) at \(device.device?.handle.sampleRate.hertz ?? 0) Hz")
        case .recovering(let cause): log.warning("'\(name)' \(cause.words); the beat goes on")
        case .missing(let error):
            if !error.detail.isEmpty { log.debug("alsa-lib says: \(error.detail)") }
            // A start that is refused is answered with the reason.
            guard mode == .auto || !isAwaited else { return }
            guard device.toldTrouble != "\(error)" else { return log.debug("\(error); trying again") }
            device.toldTrouble = "\(error)"
            let isSilent = mode == .auto && device === chosen && fallback == nil
            log.warning(
                "\(error); \(isSilent ? "playing silently by the system clock until it is there" : "trying again")")
        }
    }
}

extension HaltCause {
    /// What the device did.
    fileprivate var words: String {
        switch self {
        case .dry: "ran dry"
        case .suspended: "was suspended"
        case .offClock: "fell out of time"
        }
    }
}

extension PlaybackError {
    /// Why a device was lost while it was in use.
    init(_ device: PCMDevice, lost reason: LossReason, code: Int32) {
        let words =
            switch reason {
            case .detached: "it was given back"
            case .vanished: device.kind.isServer ? "its sound server went away" : "it was unplugged"
            case .stalled: device.kind.isServer ? "its sound server does not answer" : "it plays nothing"
            case .unrecoverable: "it stops again and again"
            }
        self.init(device: device.name, reason: words, detail: code == 0 ? "" : "errno \(-code)")
    }

    /// A device that has not answered in time.
    init(late device: String) { self.init(device: device, reason: "it does not answer", detail: "") }
}
