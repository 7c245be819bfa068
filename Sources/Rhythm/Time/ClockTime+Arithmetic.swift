// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

extension ClockTime {
    /// The time this many nanoseconds later, or earlier if negative. Real-time safe.
    @_noLocks
    public func advanced(byNanoseconds distance: Int64) -> ClockTime {
        let (sum, overflows) = nanoseconds.addingReportingOverflow(distance)
        return overflows ? (distance < 0 ? .earliest : .latest) : ClockTime(nanoseconds: sum)
    }

    /// The time this many seconds later, or earlier if negative, to the nearest nanosecond. A distance beyond 292
    /// years leads to the last time that fits, one that is not a number to this time. Real-time safe.
    @_noLocks
    public func advanced(bySeconds distance: Double) -> ClockTime {
        let nanoseconds = distance * 1e9
        if nanoseconds >= 0x1p63 { return .latest }
        guard nanoseconds >= -0x1p63 else { return nanoseconds.isNaN ? self : .earliest }
        let whole = Int64(clamping: nanoseconds)
        let rest = nanoseconds - Double(whole)
        return advanced(byNanoseconds: rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole)
    }

    /// How many nanoseconds this time lies after another, negative if it lies before it. Real-time safe.
    @_noLocks
    public func nanoseconds(since origin: ClockTime) -> Int64 {
        let (distance, overflows) = nanoseconds.subtractingReportingOverflow(origin.nanoseconds)
        return overflows ? (self < origin ? .min : .max) : distance
    }

    /// How many seconds this time lies after another, negative if it lies before it. Real-time safe.
    @_noLocks
    public func seconds(since origin: ClockTime) -> Double { Double(nanoseconds(since: origin)) / 1e9 }

    /// A duration later, or earlier if negative, rounded down to a nanosecond. Real-time safe.
    @_noLocks
    public static func + (time: ClockTime, distance: Duration) -> ClockTime {
        time.advanced(byNanoseconds: nanoseconds(in: distance))
    }

    /// A duration earlier, or later if negative. Real-time safe.
    @_noLocks
    public static func - (time: ClockTime, distance: Duration) -> ClockTime {
        time.advanced(byNanoseconds: Int64(clamping: -Int128(nanoseconds(in: distance))))
    }

    /// The duration from one time to another, negative if the first operand is the earlier one.
    public static func - (end: ClockTime, begin: ClockTime) -> Duration { .nanoseconds(end.nanoseconds(since: begin)) }

    /// A duration's nanoseconds, rounded down.
    @_noLocks
    private static func nanoseconds(in duration: Duration) -> Int64 {
        Int64(clamping: duration.attoseconds.flooredDivision(by: 1_000_000_000).quotient)
    }
}

extension ClockTime: Codable {
    /// A single integer: the nanoseconds.
    public init(from decoder: any Decoder) throws {
        self.init(nanoseconds: try decoder.singleValueContainer().decode(Int64.self))
    }

    /// A single integer: the nanoseconds.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(nanoseconds)
    }
}
