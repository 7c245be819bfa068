// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import NIOCore
internal import Playback

extension Conductor {
    /// How long after a change the next one is expected.
    private static let attention = TimeAmount.seconds(10)

    /// Takes a profile into use, in place of milliseconds that were configured.
    func set(_ profile: LatencyProfile, _ answer: @escaping (Answer) -> Void) {
        if settings.latency != profile || settings.fillMilliseconds != nil {
            settings.latency = profile
            settings.fillMilliseconds = nil
            remember(settings)
        }
        setFill()
        let clock = heard
        if let score {
            answer(.success(change(at: clock.writtenFrame, in: score, clock, ["latency"])))
        } else {
            answer(.success(unplaced(["latency"])))
        }
        tellAudio()
    }

    /// A client changes what is heard: in `quiet` the fill is short for a while, so that this is heard soon.
    func attend() {
        attentionTimer?.cancel()
        attentionTimer = nil
        if isQuiet {
            attentionTimer = loop.assumeIsolated().scheduleTask(in: Self.attention) { [weak self] in self?.relax() }
        }
        setFill()
    }

    /// Nobody changes anything any more.
    func relax() {
        attentionTimer?.cancel()
        attentionTimer = nil
        setFill()
    }

    /// Has the real-time thread write as far ahead as is wanted now.
    func setFill() {
        let isAttending = isQuiet && attentionTimer != nil
        engine.fillMs = isAttending ? LatencyProfile.normal.fillMs : settings.fillMs
    }

    private var isQuiet: Bool { settings.fillMilliseconds == nil && settings.latency == .quiet }
}
