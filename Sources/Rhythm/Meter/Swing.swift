// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// How two subdivisions that follow each other share their time: the first one's part of both, 1/2 (even) to 3/4.
public struct Swing: Sendable, Hashable, BitwiseCopyable, CustomStringConvertible {
    /// The parts that the first one may have.
    public static let range = 0.5...0.75

    /// Both are equally long.
    public static let even = Swing(unchecked: .half)

    /// The first one's part, 1/2...3/4.
    public let part: Ratio

    private init(unchecked part: Ratio) { self.part = part }

    /// The largest denominator of a part.
    private static let finest: Int64 = 1_000_000

    /// Throws if the part lies outside 1/2...3/4, or is finer than a millionth.
    public init(_ part: Ratio) throws(RhythmError) {
        guard part.denominator <= Self.finest else {
            throw .invalid("a swing of \(part) is too fine: write it with fewer digits")
        }
        guard !(part < .half), !(.threeQuarters < part) else {
            throw .invalid(
                "a swing of \(Swing(unchecked: part)) is out of range: the first of two lasts 50% to 75% of both, or 1:1 to 3:1"
            )
        }
        self.part = part
    }

    /// Percent, as `66.7%` or `66.7`, or a ratio such as `2:1`, or `even`. Throws for another text, and out of range.
    public init(parsing text: String) throws(RhythmError) {
        let words = text.trimmed
        let wrong = RhythmError.invalid(
            "\(RhythmError.quote(text)) is no swing: write percent from 50% to 75%, a ratio such as 2:1, or even")
        if words == "even" {
            self = .even
            return
        }
        let sides = words.split(separator: ":", omittingEmptySubsequences: false)
        if sides.count == 2 {
            guard let first = Self.decimal(sides[0]), let second = Self.decimal(sides[1]),
                let whole = first.adding(second), whole.numerator > 0,
                let part = first.multiplied(by: Ratio(whole.denominator, over: whole.numerator))
            else { throw wrong }
            try self.init(part)
            return
        }
        guard let percent = Self.decimal(words.hasSuffix("%") ? words.dropLast() : words[...]),
            let part = percent.multiplied(by: Ratio(1, over: 100))
        else { throw wrong }
        try self.init(part)
    }

    /// The text that is parsed as this swing: percent where a percentage is exact, else a ratio.
    public var description: String {
        if self == .even { return "even" }
        if let thousandths = part.times(1000), thousandths.denominator == 1 {
            let (whole, tenth) = thousandths.numerator.flooredDivision(by: 10)
            return tenth == 0 ? "\(whole)%" : "\(whole).\(tenth)%"
        }
        return "\(part.numerator):\(part.denominator - part.numerator)"
    }

    /// A number of at most three digits, one of them behind the point.
    private static func decimal(_ digits: Substring) -> Ratio? {
        let behind = digits.split(separator: ".", omittingEmptySubsequences: false).dropFirst().first?.count ?? 0
        return digits.count <= 4 && behind <= 1 ? Ratio(decimal: digits) : nil
    }
}

extension Ratio {
    fileprivate static let half = Ratio(reduced: 1, over: 2)
    fileprivate static let threeQuarters = Ratio(reduced: 3, over: 4)
}
