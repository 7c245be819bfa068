// SPDX-License-Identifier: Apache-2.0

public import Rhythm

extension LoadedSong {
    /// The scale that a text states, as a factor or in percent, exactly as it is written: `0.9`, `90%`. Nil for any other text;
    /// whether a song may be played like that is not looked at.
    public static func scale(parsing text: String) -> Ratio? {
        let isPercent = text.hasSuffix("%")
        guard let ratio = Ratio(decimal: isPercent ? text.dropLast() : text[...]) else { return nil }
        return isPercent
            ? Ratio(ratio.numerator, over: ratio.denominator)?.multiplied(by: Ratio(1, over: 100)) : ratio
    }

    /// The scale as one would write it: `1.25`, or in percent.
    public static func text(ofScale scale: Ratio) -> String? {
        let texts = ["\(scale.value)", "\(scale.value * 100)%"]
        return texts.first { Self.scale(parsing: $0) == scale }
    }
}
