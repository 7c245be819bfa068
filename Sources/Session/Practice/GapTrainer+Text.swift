// SPDX-License-Identifier: Apache-2.0

extension GapTrainer: CustomStringConvertible {
    private static let lengths: ClosedRange<Int64> = 1...1000

    /// `3 1 [bars|beats] [growing [by 1] [to 8]]`; the numbers may follow the words `play` and `mute`.
    init(parsing text: String) throws(SettingError) {
        var words = TrainerWords(.gap, text)
        _ = words.take("play")
        let played = try words.number("the length that is heard", Self.lengths)
        _ = words.take("mute")
        let muted = try words.number("the length that is silent", Self.lengths)
        let unit = words.take(oneOf: Unit.self) ?? .bars
        var (growth, longest) = (Int64(0), muted)
        if words.take("growing") {
            growth = words.take("by") ? try words.number("the growth", Self.lengths) : 1
            longest =
                words.take("to") ? try words.number("the longest silence", muted...1000) : max(muted, 8)
        }
        try words.end()
        self.init(played: played, muted: muted, unit: unit, growth: growth, longest: longest)
    }

    /// The words that are read as this trainer.
    public var description: String {
        "\(played) \(muted) \(unit.rawValue)" + (growth > 0 ? " growing by \(growth) to \(longest)" : "")
    }
}
