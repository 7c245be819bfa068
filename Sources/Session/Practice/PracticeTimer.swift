// SPDX-License-Identifier: Apache-2.0

/// How long one practises. When the timer is over, a signal is heard and the music ends.
public struct PracticeTimer: Sendable, Hashable {
    /// What it counts.
    public enum Unit: String, Sendable, Hashable, CaseIterable {
        case beats, bars, seconds, minutes
    }

    /// How many of them.
    public var amount: Int64
    /// What it counts.
    public var unit: Unit

    /// All of its parts.
    public init(_ amount: Int64, _ unit: Unit) {
        self.amount = amount
        self.unit = unit
    }

    /// How near to a bar line a time is over with it, in seconds.
    package static let nearness = 0.005

    /// How many seconds; nil where it counts something else.
    package var seconds: Int64? {
        switch unit {
        case .beats, .bars: nil
        case .seconds: amount
        case .minutes: amount * 60
        }
    }
}

extension PracticeTimer: CustomStringConvertible {
    private static let amounts: ClosedRange<Int64> = 1...100_000

    /// `32 bars`, `64 beats`, `90 seconds`, `5 minutes`, `90s`, `5m`, `1:30`; a number alone is in minutes.
    init(parsing text: String) throws(SettingError) {
        if let seconds = Self.seconds(of: text) {
            self.init(seconds, .seconds)
            return
        }
        let units: [Character: Unit] = ["s": .seconds, "m": .minutes]
        let sign = text.last.flatMap { units[$0] }
        let isShort = sign != nil && text.dropLast().allSatisfy(\.isNumber)
        var words = TrainerWords(.timer, isShort ? String(text.dropLast()) : text)
        let amount = try words.number("the length", Self.amounts)
        var unit = words.take(oneOf: Unit.self) ?? (isShort ? sign : nil)
        for (sign, short) in units where unit == nil && words.take(String(sign)) { unit = short }
        for candidate in Unit.allCases where unit == nil && words.take(String(candidate.rawValue.dropLast())) {
            unit = candidate
        }
        try words.end()
        self.init(amount, unit ?? .minutes)
    }

    /// The seconds of a length in minutes and seconds, `1:30`, up to 1000 minutes; nil for any other text.
    package static func seconds(of text: String) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard parts.count == 2, parts[1].utf8.count == 2, (parts[0] + parts[1]).utf8.allSatisfy(digits.contains),
            let minutes = Int64(parts[0]), let rest = Int64(parts[1]), minutes <= 1000, rest < 60, minutes + rest > 0
        else { return nil }
        return minutes * 60 + rest
    }

    /// The words that are read as this timer.
    public var description: String { "\(amount) \(unit.rawValue)" }
}
