// SPDX-License-Identifier: Apache-2.0

import MetronomeSession

/// The words of trainers, with the units that are understood without being written, and without what chance was drawn by.
enum TrainerText {
    /// The words of a trainer, or of a list of prompts.
    static func told(_ kind: Trainer.Kind, _ words: String) -> String {
        switch kind {
        case .speed: speed(words)
        case .gap: gap(words)
        case .mute: mute(withoutSeed(words))
        case .prompt: PromptVerb.told(withoutSeed(words))
        case .timer: words
        }
    }

    /// `C, F every 4 shuffled` of `C, F every 4 shuffled seed 7`.
    private static func withoutSeed(_ words: String) -> String {
        let all = words.split(separator: " ", omittingEmptySubsequences: false)
        guard all.count > 2, all[all.count - 2] == "seed", Int(all[all.count - 1]) != nil else { return words }
        return all.dropLast(2).joined(separator: " ")
    }

    /// `30 % of the beats`, `60 % of the bars over 16 bars`.
    private static func mute(_ words: String) -> String {
        let all = words.split(separator: " ").map(String.init)
        guard all.count > 1, all[0].last == "%", ["beats", "bars"].contains(all[1]) else { return words }
        let rise = all.count == 4 && all[2] == "over" ? [all[2], all[3], all[3] == "1" ? "bar" : "bars"] : []
        return (["\(all[0].dropLast()) % of the \(all[1])"] + rise).joined(separator: " ")
    }

    /// `60 to 120 by 5 every 4 bars`.
    static func speed(_ words: String) -> String {
        var all = words.split(separator: " ").map(String.init)
        guard let index = all.firstIndex(of: "every"), index + 1 < all.count, let count = Int(all[index + 1]),
            index + 2 == all.count || !["bar", "bars"].contains(all[index + 2])
        else { return words }
        all.insert(count == 1 ? "bar" : "bars", at: index + 2)
        return all.joined(separator: " ")
    }

    /// `3 bars heard, 1 silent`.
    static func gap(_ words: String) -> String {
        let all = words.split(separator: " ").map(String.init)
        guard all.count > 2, let heard = Int(all[0]), Int(all[1]) != nil else { return words }
        let unit = heard == 1 ? String(all[2].dropLast()) : all[2]
        return (["\(heard) \(unit) heard, \(all[1]) silent"] + all.dropFirst(3)).joined(separator: " ")
    }
}
