// SPDX-License-Identifier: Apache-2.0

/// Another schedule, later by a constant delay: the same entries with the same ids.
public struct DelayedSchedule<Base: Schedule>: Schedule where Base.Instant: ExactInstant {
    /// The schedule without the delay.
    public let base: Base
    /// A whole number of ticks, so that there and back is exact.
    private let ticks: Int128

    /// The delay is in the axis's unit. Throws if it is negative.
    public init(_ base: Base, by delay: Ratio) throws(RhythmError) {
        try self.init(base, by: delay, times: 1)
    }

    init(_ base: Base, by delay: Ratio, times factor: Int) throws(RhythmError) {
        guard delay.numerator >= 0 else {
            throw .invalid("a delay of \(delay) is negative: let the schedule begin earlier instead")
        }
        let parts = Int128(delay.numerator) * Int128(factor)
        guard let ticks = Base.Instant.ticks(ofParts: parts, over: delay.denominator) else {
            throw .invalid("a delay of \(factor) times \(delay) is too long")
        }
        self.base = base
        self.ticks = ticks
    }

    /// The ids of the base.
    public var ids: Range<Int64> { base.ids }

    /// Where the entry lies; nil if there is none.
    public func instant(ofID id: Int64) -> Base.Instant? {
        base.instant(ofID: id)?.advanced(byTicks: ticks)
    }

    /// The last entry at an instant or before it; nil before the first.
    public func id(atOrBefore instant: Base.Instant) -> Int64? {
        instant.advanced(byTicks: -ticks).flatMap(base.id)
    }
}
