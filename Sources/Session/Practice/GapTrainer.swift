// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// Stretches that are heard, each followed by one that is not.
public struct GapTrainer: Sendable, Hashable {
    /// What its lengths are counted in.
    public enum Unit: String, Sendable, Hashable, CaseIterable {
        case bars, beats
    }

    /// How long it is heard.
    public var played: Int64
    /// How long it is silent the first time.
    public var muted: Int64
    /// What these are counted in.
    public var unit: Unit
    /// How much longer each silence is than the one before; 0: all are equal.
    public var growth: Int64
    /// The longest silence, where they grow.
    public var longest: Int64

    /// All of its parts.
    public init(played: Int64, muted: Int64, unit: Unit = .bars, growth: Int64 = 0, longest: Int64? = nil) {
        self.played = played
        self.muted = muted
        self.unit = unit
        self.growth = growth
        self.longest = max(muted, longest ?? muted)
    }

    /// A place in it.
    public struct Place: Sendable, Hashable {
        /// Which time it is played, from 1.
        public var round: Int64
        /// Whether it is silent there.
        public var isSilent: Bool
        /// How much of the stretch is over.
        public var passed: Int64
        /// How long the stretch is.
        public var length: Int64
    }

    /// The place of a bar or a beat of it, from 0.
    public func place(_ index: Int64) -> Place {
        var (round, rest, silence) = (Int64(1), index, muted)
        while growth > 0, silence < longest, rest >= played + silence {
            rest -= played + silence
            silence = min(longest, silence + growth)
            round += 1
        }
        let (rounds, place) = rest.flooredDivision(by: max(1, played + silence))
        return place < played
            ? Place(round: round + rounds, isSilent: false, passed: place, length: played)
            : Place(round: round + rounds, isSilent: true, passed: place - played, length: silence)
    }
}

extension GapTrainer: TrainerRules {
    /// The stretch at a place; before its beginning the first.
    func stretch(at place: TrainerPlace) -> Place {
        self.place(unit == .beats ? max(0, place.beat - place.begin.beat) : place.bars)
    }

    package func isSilent(at place: TrainerPlace) -> Bool { stretch(at: place).isSilent }
    package func isSettled(at place: TrainerPlace) -> Bool { false }
}
