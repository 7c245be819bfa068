// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm
internal import MetronomeSession

extension Performance {
    /// How long after a change the next one is expected.
    private static let attention = Duration.seconds(10)

    /// Keeps the fill short for a while: what is heard is being changed, and the next change is to be heard soon.
    mutating func attend() {
        wakes[.attention] = nil
        if settings.promptFillMs < settings.fillMs {
            wakes[.attention] = now + Self.attention
        }
        setFill()
    }

    /// Ends the time in which the next change is expected.
    mutating func relax() {
        wakes[.attention] = nil
        setFill()
    }

    /// Has the real-time thread write as far ahead as is wanted now. While nothing plays the fill is short, so that a start
    /// is heard soon.
    mutating func setFill() {
        let isPrompt = wakes[.attention] != nil || !transport.isStarted
        let wanted = isPrompt ? settings.promptFillMs : settings.fillMs
        guard wanted != fillMs else { return }
        fillMs = wanted
        actions.append(.setFill(milliseconds: wanted))
    }
}
