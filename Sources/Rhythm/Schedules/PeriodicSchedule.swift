// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// An entry at the anchor, and one after every interval from there on, without end.
///
/// Entry k lies at `anchor + k · interval`, rounded down to a tick of the axis. There is none before the anchor: a
/// known re-implementation of SwiftUI's periodic schedule continues the entries backwards there, the documented one
/// begins at the anchor.
public struct PeriodicSchedule<Instant: ExactInstant>: Schedule, Hashable {
    /// Where the first entry lies.
    public let anchor: Instant
    /// The distance from an entry to the next, in the axis's unit; above 0.
    public let interval: Ratio
    /// The id of the entry at the anchor.
    public let firstID: Int64

    /// Throws if the interval is not above 0, or is shorter than a tick of the axis.
    public init(from anchor: Instant, by interval: Ratio, firstID: Int64 = 0) throws(RhythmError) {
        guard interval.numerator > 0 else {
            throw .invalid("entries cannot follow each other every \(interval): the interval must be above 0")
        }
        guard Int128(interval.numerator) * Instant.ticksPerUnit >= Int128(interval.denominator) else {
            throw .invalid(
                "entries cannot follow each other every \(interval): the interval is too short to be told from 0")
        }
        self.init(from: anchor, byWhole: interval, firstID: firstID)
    }

    /// The caller knows that the interval is long enough.
    init(from anchor: Instant, byWhole interval: Ratio, firstID: Int64 = 0) {
        self.anchor = anchor
        self.interval = interval
        self.firstID = firstID
    }

    /// The ids, from `firstID` on.
    public var ids: Range<Int64> { firstID..<Int64.max }

    /// Where the entry lies; nil if there is none.
    public func instant(ofID id: Int64) -> Instant? {
        guard ids.contains(id) else { return nil }
        let parts = (Int128(id) - Int128(firstID)) * Int128(interval.numerator)
        return Instant.ticks(ofParts: parts, over: interval.denominator).flatMap(anchor.advanced)
    }

    /// The last entry at an instant or before it; nil before the anchor.
    public func id(atOrBefore instant: Instant) -> Int64? {
        guard instant >= anchor else { return nil }
        let parts = Instant.parts(within: instant.ticks(since: anchor), over: interval.denominator)
        return Int64(
            clamping: min(
                Int128(firstID) + parts.flooredDivision(by: Int128(interval.numerator)).quotient, Int128(Int64.max) - 1)
        )
    }
}
