// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm

/// How long one practises. When the timer is over, a signal is heard and the music ends.
public struct PracticeTimer: Sendable, Hashable {
    /// What it counts.
    public enum Unit: String, Sendable, Hashable, CaseIterable {
        case beats, bars, seconds, minutes
    }

    /// How many of them.
    public var amount: Int64
    /// What it counts.
    public var unit: Unit

    /// All of its parts.
    public init(_ amount: Int64, _ unit: Unit) {
        self.amount = amount
        self.unit = unit
    }

    /// How near to a bar line a time is over with it, in seconds.
    package static let nearness = 0.005
}

extension PracticeTimer: TrainerRules {
    /// How many seconds; nil where it counts something else.
    package var seconds: Int64? {
        switch unit {
        case .beats, .bars: nil
        case .seconds: amount
        case .minutes: amount * 60
        }
    }

    package func strokes(at place: TrainerPlace) -> Int64? {
        switch unit {
        case .bars: place.grid.beat(ofBar: place.begin.bar + amount, 1)
        case .beats: place.begin.beat + amount
        case .seconds, .minutes: place.endBeat
        }
    }
}
