// SPDX-License-Identifier: Apache-2.0

internal import NIOCore
internal import Playback
internal import Session

extension Conductor {
    /// How long after a change the next one is expected.
    private static let attention = TimeAmount.seconds(10)

    /// Keeps the fill short for a while: what is heard is being changed, and the next change is to be heard soon.
    func attend() {
        attentionTimer?.cancel()
        attentionTimer = nil
        if settings.promptFillMs < settings.fillMs {
            attentionTimer = loop.assumeIsolated().scheduleTask(in: Self.attention) { [weak self] in self?.relax() }
        }
        setFill()
    }

    /// Ends the time in which the next change is expected.
    func relax() {
        attentionTimer?.cancel()
        attentionTimer = nil
        setFill()
    }

    /// Has the real-time thread write as far ahead as is wanted now. While nothing plays the fill is short, so that a start
    /// is heard soon.
    func setFill() {
        let isPrompt = attentionTimer != nil || !transport.isStarted
        engine.fillMs = isPrompt ? settings.promptFillMs : settings.fillMs
    }
}
