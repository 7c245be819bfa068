// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
public import MetronomeRhythm

extension LoadedSong {
    /// The parts of a scale.
    private static let finest: Int64 = 10_000

    /// The scale that a text states, as a factor or in percent, to four decimals of the factor: `0.9`, `90%`. Nil for any other
    /// text; whether a song may be played like that is not looked at.
    public static func scale(parsing text: String) -> Ratio? {
        let isPercent = text.hasSuffix("%")
        let parts = isPercent ? finest / 100 : finest
        return Ratio(decimal: isPercent ? text.dropLast() : text[...])?.parts(over: parts)
            .flatMap { Ratio($0, over: finest) }
    }

    /// Its scale times a factor, to four decimals; nil where that is none.
    public func scale(times factor: Ratio) -> Ratio? {
        let parts = Int64(clamping: (scale.value * factor.value * Double(Self.finest)).rounded())
        return Ratio(parts, over: Self.finest)
    }

    /// The scale as one would write it: `1.25`, or in percent.
    public static func text(ofScale scale: Ratio) -> String? {
        scale.decimal.flatMap { Self.scale(parsing: $0) == scale ? $0 : nil }
    }
}
