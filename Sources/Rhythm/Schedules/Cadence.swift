// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// How often a viewer is updated, and with it what is worth showing there: no milliseconds on what changes once a second,
/// no beat on what changes once a bar.
///
/// A fact about the viewer, not a wish. A slower cadence compares greater. Each has a twin in musical time, which is the
/// same value under another name: `frame`, `beat` and `bar`.
public enum Cadence: String, Sendable, Hashable, CaseIterable, Comparable {
    /// With every picture.
    case live
    /// Once a second, or less often.
    case seconds
    /// Once a minute, or less often.
    case minutes

    /// With every picture: the musical twin of `live`.
    public static var frame: Cadence { .live }
    /// Once a beat, or less often: the musical twin of `seconds`.
    public static var beat: Cadence { .seconds }
    /// Once a bar, or less often: the musical twin of `minutes`.
    public static var bar: Cadence { .minutes }

    /// The cadence of updates that are `interval` seconds apart.
    public init(secondsApart interval: Ratio) {
        self.init(interval, middle: 1, slow: 60)
    }

    /// The cadence of updates that are `interval` beats apart. Where a bar is one beat, a beat apart is a bar apart.
    public init(beatsApart interval: Ratio, beatsPerBar: Int) {
        self.init(interval, middle: 1, slow: Int64(beatsPerBar))
    }

    private init(_ interval: Ratio, middle: Int64, slow: Int64) {
        let wholeUnits = interval.numerator.flooredDivision(by: interval.denominator).quotient
        self = wholeUnits >= slow ? .minutes : wholeUnits >= middle ? .seconds : .live
    }

    /// The name in musical time: `frame`, `beat` or `bar`.
    public var musicalName: String {
        switch self {
        case .live: "frame"
        case .seconds: "beat"
        case .minutes: "bar"
        }
    }

    /// Whether a detail that changes at a cadence of its own is worth showing: it is if it changes no more often than
    /// the viewer is updated.
    public func shows(_ detail: Cadence) -> Bool { detail >= self }

    /// The faster one is less.
    public static func < (left: Cadence, right: Cadence) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .live: 0
        case .seconds: 1
        case .minutes: 2
        }
    }
}
