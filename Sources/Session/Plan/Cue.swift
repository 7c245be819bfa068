// SPDX-License-Identifier: Apache-2.0

/// From where a change holds.
public enum Cue: Sendable, Hashable {
    /// As soon as it can be heard.
    case now
    /// The next beat whose sound has not begun.
    case beat
    /// The next bar whose first sound has not begun.
    case bar
    /// The next section of a song whose first sound has not begun.
    case section
    /// A beat of a bar, both from 1.
    case place(bar: Int, beat: Int)
    /// A number of bars after the bar that is heard, as they are played: 1 is the bar after it.
    case after(bars: Int)

    /// The bars that can be named.
    public static let bars = 1...1_000_000
    /// The beats that can be named.
    public static let beats = 1...64

    /// Reads `now`, `beat`, `bar`, `section`, `@17`, `@17.3` or `+8`; nil for anything else.
    public init?(parsing text: String) {
        switch text {
        case "now": self = .now
        case "beat": self = .beat
        case "bar": self = .bar
        case "section": self = .section
        default:
            let parts = text.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
            let numbers = parts.compactMap { $0.allSatisfy(\.isASCIIDigit) ? Int($0) : nil }
            guard numbers.count == parts.count, let bars = numbers.first, Self.bars.contains(bars) else { return nil }
            if text.first == "+", numbers.count == 1 {
                self = .after(bars: bars)
                return
            }
            guard text.first == "@", numbers.count <= 2,
                Self.beats.contains(numbers.last ?? 0) || numbers.count == 1
            else { return nil }
            self = .place(bar: bars, beat: numbers.count == 2 ? numbers[1] : 1)
        }
    }
}

extension Cue: CustomStringConvertible {
    /// The text that is read as this cue.
    public var description: String {
        switch self {
        case .now: "now"
        case .beat: "beat"
        case .bar: "bar"
        case .section: "section"
        case .place(let bar, 1): "@\(bar)"
        case .place(let bar, let beat): "@\(bar).\(beat)"
        case .after(let bars): "+\(bars)"
        }
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
