// SPDX-License-Identifier: Apache-2.0

extension RandomMute: CustomStringConvertible {
    /// `30% [of] [beats|bars] [over 16 [bars]] [seed 7]`.
    init(parsing text: String) throws(SettingError) {
        var words = TrainerWords(.mute, text)
        let percent = try words.number("the percentage", 1...100)
        _ = words.take("of")
        let unit = words.take(oneOf: GapTrainer.Unit.self) ?? .beats
        let rise = words.take("over") ? try words.number("the number of bars", 1...1000) : 0
        if rise > 0, !words.take("bars") { _ = words.take("bar") }
        let seeds = Int64(Self.seeds.lowerBound)...Int64(Self.seeds.upperBound)
        let seed = words.take("seed") ? try words.number("the seed", seeds) : nil
        try words.end()
        self.init(percent: Int(percent), unit: unit, rise: rise, seed: seed.map(UInt64.init))
    }

    /// The words that are read as this trainer.
    public var description: String {
        "\(percent)% \(unit.rawValue)" + (rise > 0 ? " over \(rise)" : "") + (seed.map { " seed \($0)" } ?? "")
    }
}
