// SPDX-License-Identifier: Apache-2.0

/// The words of trainers, with the units that are understood without being written.
enum TrainerText {
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
