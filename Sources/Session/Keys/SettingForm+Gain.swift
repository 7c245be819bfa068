// SPDX-License-Identifier: Apache-2.0

extension SettingForm {
    /// The gain that a text states, or the change of it: `0.8`, `80%`, `80`, `+10%`, `-0.1`. Nil for any other text.
    ///
    /// A number from 5 on without a sign is in percent: no gain is greater than 1, and less may be a slip.
    static func gain(_ text: String) -> SettingValue? {
        let sign = text.first.flatMap { ["+": 1.0, "-": -1, "\u{2212}": -1][$0] }
        let amount = sign == nil ? text[...] : text.dropFirst()
        let isPercent = amount.last == "%"
        guard let first = amount.first, first.isNumber || first == ".",
            let number = decimal(String(isPercent ? amount.dropLast() : amount))
        else { return nil }
        if let sign { return number <= 1 || isPercent ? .step(sign * (isPercent ? number / 100 : number)) : nil }
        let gain = isPercent || number >= 5 ? number / 100 : number
        return (0...1).contains(gain) ? .number(gain) : nil
    }

    /// The gain that a request states, or the change of it. Throws `outOfRange` for a number that is none.
    package static func gain(asked text: String) throws(SettingError) -> SettingValue {
        if let gain = gain(text) { return gain }
        let number = decimal(text.last == "%" ? String(text.dropLast()) : text)
        let isNumber = number != nil
        if let number, number > 0, !text.hasPrefix("+") {
            throw SettingError(
                .outOfRange,
                "a volume is at most 100 %, not \(PlainValue.string(text)): write percent such as 80%, a change such as +10%, or 0...1",
                minimum: 0, maximum: 1)
        }
        throw SettingError(
            isNumber ? .outOfRange : .invalid,
            "\(PlainValue.string(text)) is no volume: write percent such as 80%, a change such as +10%, or 0...1",
            minimum: isNumber ? 0 : nil, maximum: isNumber ? 1 : nil)
    }
}
