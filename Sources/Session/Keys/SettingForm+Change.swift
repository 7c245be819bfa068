// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm

extension SettingForm {
    /// The change of what is in force that a request asks for: `+1` of the beats in a bar, `2=A,4=A` of the accents. Nil for a value.
    package func change(_ text: String) throws(SettingError) -> SettingValue? {
        switch self {
        case .meter: Self.step(text)
        case .accents: try Self.accent(text)
        default: nil
        }
    }

    private static func step(_ text: String) -> SettingValue? {
        guard let sign = text.first.flatMap({ ["+": 1.0, "-": -1, "\u{2212}": -1][$0] }),
            let count = Int(text.dropFirst()), Meter.range.contains(count)
        else { return nil }
        return .step(sign * Double(count))
    }

    private static func accent(_ text: String) throws(SettingError) -> SettingValue? {
        guard text.contains("=") else { return nil }
        var accents: [Int: Accent] = [:]
        for change in text.split(separator: ",", omittingEmptySubsequences: false) {
            let parts = change.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let beat = Int(parts[0]), (0...Meter.range.upperBound).contains(beat),
                parts[1].count == 1,
                let accent = parts[1].first.flatMap(Accent.init(sign:))
            else {
                throw SettingError(
                    .invalid,
                    "\(PlainValue.string(text)) changes no beats: write their numbers and signs, such as 2=A or 2=A,4=A"
                )
            }
            accents[beat] = accent
        }
        return .accentsOf(accents)
    }
}
