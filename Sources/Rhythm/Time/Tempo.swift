// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// How fast the beats follow each other: beats per minute as an exact reduced ratio, 1...1000.
///
/// The beat is the one that the metronome clicks, whatever note value a meter writes it with.
/// A ratio whose reduced denominator exceeds a million is rounded to the nearest millionth of a bpm.
public struct Tempo: Sendable, Hashable, Comparable, BitwiseCopyable, CustomStringConvertible {
    /// The beats per minute allowed.
    public static let range = 1...1000
    static let finestDenominator: Int64 = 1_000_000

    /// Over the denominator, the beats per minute.
    public let numerator: Int64
    /// 1...1000000, without a divisor in common with the numerator.
    public let denominator: Int64

    /// Throws if the ratio lies outside 1...1000, or if the denominator is 0.
    public init(_ numerator: Int64, over denominator: Int64 = 1) throws(RhythmError) {
        try self.init(wide: Int128(numerator), over: Int128(denominator))
    }

    /// A decimal such as `120` or `137.3`, perhaps with its unit: `120 bpm`, `7200 bph` (beats per hour), `500 ms` or `0.5 s`
    /// from beat to beat; or an Italian name in any letter case. Blanks around it are ignored.
    public init(parsing text: String) throws(RhythmError) {
        let word = text.trimmed
        let minus = word.hasPrefix("-")
        if let named = Tempo(named: word) {
            self = named
        } else if let (number, unit) = Self.measured(word.dropFirst(minus ? 1 : 0)) {
            let (top, bottom) = (Int128(number.numerator), Int128(number.denominator))
            let sign: Int128 = minus ? -1 : 1
            if unit.isTime {
                guard top > 0 else { throw Self.misunderstood(text) }
                try self.init(wide: sign * Int128(unit.perMinute) * bottom, over: top)
            } else {
                try self.init(wide: sign * Int128(unit.perMinute) * top, over: bottom * Int128(unit.parts))
            }
        } else {
            throw Self.misunderstood(text)
        }
    }

    private static func misunderstood(_ text: String) -> RhythmError {
        .invalid(
            "\(RhythmError.quote(text)) is not a tempo: "
                + "write beats per minute such as 120 or 137.3, a time such as 500ms, or a name such as Allegro")
    }

    /// How a number states a tempo: as beats in some minutes, or as the time from beat to beat.
    private typealias Unit = (name: String, isTime: Bool, perMinute: Int64, parts: Int64)

    /// The longer names first, as they may end like shorter ones.
    private static let units: [Unit] = [
        ("bpm", false, 1, 1), ("bph", false, 1, 60), ("ms", true, 60_000, 1), ("s", true, 60, 1), ("", false, 1, 1),
    ]

    private static func measured(_ text: Substring) -> (number: Ratio, unit: Unit)? {
        guard let unit = units.first(where: { text.lowercased().hasSuffix($0.name) }),
            let number = Ratio(fraction: String(text.dropLast(unit.name.count)).trimmed)
        else { return nil }
        return (number, unit)
    }

    /// The tempo that the shortest decimal of the number writes: 137.3 is 1373/10. Throws on NaN and infinities too.
    public init(beatsPerMinute: Double) throws(RhythmError) {
        guard beatsPerMinute.isFinite else {
            throw .invalid("\(beatsPerMinute) is not a tempo: write beats per minute such as 120 or 137.3")
        }
        guard let ratio = Ratio(decimal: "\(beatsPerMinute)"[...]) else {
            throw Self.outOfRange(Int64(exactly: beatsPerMinute).map { "\($0)" } ?? "\(beatsPerMinute)")
        }
        try self.init(ratio.numerator, over: ratio.denominator)
    }

    init(wide numerator: Int128, over denominator: Int128) throws(RhythmError) {
        guard denominator != 0 else {
            throw .invalid("\(numerator)/0 is not a tempo: the denominator cannot be 0")
        }
        let (top, bottom) = denominator < 0 ? (-numerator, -denominator) : (numerator, denominator)
        guard bottom <= top, top <= 1000 * bottom else {
            throw Self.outOfRange(Self.decimal(top, over: bottom))
        }
        guard let exact = Ratio(wide: top, over: bottom), exact.denominator <= Self.finestDenominator else {
            let finest = Int128(Self.finestDenominator)
            try self.init(wide: (2 * top * finest + bottom).quotient(by: 2 * bottom), over: finest)
            return
        }
        self.init(exact)
    }

    /// 120 bpm. Real-time safe.
    @_noLocks public init() {
        numerator = 120
        denominator = 1
    }

    private init(_ exact: Ratio) {
        numerator = exact.numerator
        denominator = exact.denominator
    }

    /// The nearest `Double`. Real-time safe.
    public var beatsPerMinute: Double { @_noLocks get { Double(numerator) / Double(denominator) } }

    /// The shortest decimal that writes the tempo exactly, else the one to the nearest millionth.
    public var description: String { Self.decimal(Int128(numerator), over: Int128(denominator)) }

    /// Real-time safe.
    @_noLocks public static func == (left: Tempo, right: Tempo) -> Bool {
        left.numerator == right.numerator && left.denominator == right.denominator
    }

    /// Real-time safe.
    @_noLocks public static func < (left: Tempo, right: Tempo) -> Bool {
        left.numerator * right.denominator < right.numerator * left.denominator
    }

    /// By how much a tempo is corrected at most, as a factor.
    package static let corrections = 0.9...1.1

    /// The tempo `factor` times as fast, to the nearest millionth of a bpm: what is played for the beats to be heard when another
    /// clock has them, also beyond the ends of the range. Unchanged by a factor outside 0.9...1.1.
    package func times(_ factor: Double) -> Tempo {
        guard factor != 1, Self.corrections.contains(factor) else { return self }
        let millionths = (beatsPerMinute * factor * Double(Self.finestDenominator)).rounded()
        return Ratio(Int64(clamping: millionths), over: Self.finestDenominator).map(Tempo.init) ?? self
    }

    private static func outOfRange(_ asked: String) -> RhythmError {
        .outOfRange(
            "\(asked) bpm is out of range: a tempo lies between \(range.lowerBound) and \(range.upperBound) bpm", range)
    }

    /// Exact if 12 decimals are enough, so that parsing yields the same tempo; else six decimals. The denominator is
    /// positive.
    private static func decimal(_ numerator: Int128, over denominator: Int128) -> String {
        let divisor = denominator.magnitude
        var (whole, rest) = (numerator.magnitude.quotient(by: divisor), numerator.magnitude.remainder(by: divisor))
        var scale: UInt128 = 1
        while scale < 1_000_000_000_000, (rest * scale).remainder(by: divisor) != 0 { scale *= 10 }
        if (rest * scale).remainder(by: divisor) != 0 { scale = 1_000_000 }
        let parts = whole * scale + (2 * rest * scale + divisor).quotient(by: 2 * divisor)
        (whole, rest) = (parts.quotient(by: scale), parts.remainder(by: scale))
        let sign = numerator < 0 ? "-" : ""
        guard rest != 0 else { return "\(sign)\(whole)" }
        // A leading 1 keeps the zeros that follow the point.
        var decimals = "\(scale + rest)".dropFirst()
        while decimals.last == "0" { decimals.removeLast() }
        return "\(sign)\(whole).\(decimals)"
    }
}

extension String {
    /// Without the blanks at both ends.
    var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
