// SPDX-License-Identifier: Apache-2.0

internal import Rhythm

extension Edit {
    /// The edit with a seed for beats that are silent by chance, where the seed was left to chance too: settings know no chance.
    package func seeded(by chance: UInt64) -> Edit {
        var edit = self
        for key in keys {
            guard case .trainer(.mute(var mute)?) = edit[key], mute.seed == nil else { continue }
            var random = SplitMix(state: chance)
            let seeds = RandomMute.seeds
            mute.seed = seeds.lowerBound + random.next(below: seeds.upperBound - seeds.lowerBound + 1)
            edit[key] = .trainer(.mute(mute))
        }
        return edit
    }
}
