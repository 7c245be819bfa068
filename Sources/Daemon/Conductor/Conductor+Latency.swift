// SPDX-License-Identifier: Apache-2.0

internal import NIOCore
internal import Playback
internal import Session

extension Conductor {
    /// How long after a change the next one is expected.
    private static let attention = TimeAmount.seconds(10)

    /// A client changes what is heard: in `quiet` the fill is short for a while, so that this is heard soon.
    func attend() {
        attentionTimer?.cancel()
        attentionTimer = nil
        if settings.isQuiet {
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
        let isAttending = settings.isQuiet && attentionTimer != nil
        engine.fillMs = isAttending ? LatencyProfile.normal.fillMs : settings.fillMs
    }
}
