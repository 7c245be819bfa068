// SPDX-License-Identifier: Apache-2.0

package import MetronomeRhythm

/// Beats or bars that are silent by chance: by that of a seed, so that the same session can be played again.
public struct RandomMute: Sendable, Hashable {
    /// How many of a hundred are silent, 1...100.
    public var percent: Int
    /// What is silent at once.
    public var unit: GapTrainer.Unit
    /// In how many bars the percentage rises from 0; 0: at once.
    public var rise: Int64
    /// Decides which; nil: one is chosen when it is set.
    public var seed: UInt64?

    /// The seeds that can be asked for.
    public static let seeds: ClosedRange<UInt64> = 0...999_999_999

    /// All of its parts.
    public init(percent: Int, unit: GapTrainer.Unit = .beats, rise: Int64 = 0, seed: UInt64? = nil) {
        self.percent = percent
        self.unit = unit
        self.rise = rise
        self.seed = seed
    }

    /// How many of a hundred are silent in a bar of it, from 0. All of the first one is heard.
    public func percent(inBar bar: Int64) -> Double {
        guard bar > 0 else { return 0 }
        return rise > bar ? Double(percent) * Double(bar) / Double(rise) : Double(percent)
    }

    /// Whether a beat of it is silent, which is in a bar of it; both are counted from 0. Nothing but the seed and the number
    /// of the beat, or of the bar, has a say in it.
    public func isSilent(beat: Int64, inBar bar: Int64) -> Bool {
        let index = unit == .bars ? bar : beat
        var random = SplitMix(state: (seed ?? 0) &+ UInt64(bitPattern: index) &* 0x8CB9_2BA7_2F3D_8DD7)
        return Double(random.next(below: 1_000_000)) < percent(inBar: bar) * 10_000
    }
}

extension RandomMute: TrainerRules {
    /// Without a seed it has the first one.
    package func set(at tempo: Tempo) -> Self { with(seed: Self.seeds.lowerBound) }

    package func seeded(by chance: UInt64) -> Self { with(seed: Self.seed(by: chance)) }

    /// A seed that is left to chance.
    static func seed(by chance: UInt64) -> UInt64 {
        var random = SplitMix(state: chance)
        return seeds.lowerBound + random.next(below: seeds.upperBound - seeds.lowerBound + 1)
    }

    private func with(seed: UInt64) -> Self {
        var mute = self
        mute.seed = self.seed ?? seed
        return mute
    }

    package func isSilent(at place: TrainerPlace) -> Bool {
        place.hasBegun && isSilent(beat: place.beat - place.begin.beat, inBar: place.bars)
    }

    package func isSettled(at place: TrainerPlace) -> Bool { false }
}
