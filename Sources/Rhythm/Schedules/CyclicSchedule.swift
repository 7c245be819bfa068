// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// A cycle of irregular intervals, such as 0.2, 0.2, 0.4, repeated ``loops`` times or without end.
///
/// The anchor is not an entry: the first lies one offset after it, as in the custom schedule that is known by this name
/// in SwiftUI, which has one thing drawn at first and changed at every entry. Unlike there, the cycle does not restart
/// at every query, and its last loop is played in full: n loops of m offsets are n · m − 1 changes, so that
/// what is left standing is the last picture, not the first.
public struct CyclicSchedule<Instant: ExactInstant>: Schedule, Hashable {
    /// Where the first offset begins.
    public let anchor: Instant
    /// How often the cycle is played, at least once; nil for ever.
    public let loops: Int?
    /// Where each offset begins within the cycle, and last where the cycle ends, over `denominator`.
    private let marks: [Int64]
    private let denominator: Int64

    /// Offsets are in the axis's unit. Throws if there is none, if one is negative, if they add up to 0 or have no
    /// common denominator in reach, and if the loops are fewer than one.
    public init(from anchor: Instant, offsets: [Ratio], loops: Int? = nil) throws(RhythmError) {
        guard !offsets.isEmpty else {
            throw .invalid("a cycle needs at least one offset: give the time from each change to the next")
        }
        if let negative = offsets.firstIndex(where: { $0.numerator < 0 }) {
            throw .invalid(
                "offset \(negative + 1) of the cycle is \(offsets[negative]): an offset is 0 or more, never negative")
        }
        guard offsets.contains(where: { $0.numerator > 0 }) else {
            throw .invalid("the offsets of the cycle add up to 0: at least one must be above 0")
        }
        if let loops, loops < 1 {
            throw RhythmError(
                reason: .outOfRange, message: "\(loops) loops of a cycle are out of range: run it at least once",
                minimum: 1, maximum: nil)
        }
        guard let (marks, denominator) = Self.marks(of: offsets),
            Int128(marks[marks.count - 1]) * Instant.ticksPerUnit >= Int128(denominator)
        else {
            throw .invalid("the offsets of the cycle are too fine: write them with fewer digits")
        }
        self.anchor = anchor
        self.loops = loops
        self.marks = marks
        self.denominator = denominator
    }

    /// Offsets in a cycle.
    public var stepsPerCycle: Int { marks.count - 1 }

    /// The ids, one fewer than there are steps in all loops together.
    public var ids: Range<Int64> {
        guard let loops else { return 0..<Int64.max }
        return 0..<Int64(clamping: Int128(loops) * Int128(stepsPerCycle) - 1)
    }

    /// Which offset of the cycle is running, from 0: the picture to show. Before the anchor it is the first; after the
    /// last loop it stays on the last.
    public func step(at instant: Instant) -> Int {
        Int(clamping: ((id(atOrBefore: instant) ?? -1) + 1).flooredDivision(by: Int64(stepsPerCycle)).remainder)
    }

    /// Where the entry lies; nil if there is none.
    public func instant(ofID id: Int64) -> Instant? {
        guard ids.contains(id) else { return nil }
        let (cycle, step) = (id + 1).flooredDivision(by: Int64(stepsPerCycle))
        let parts = Int128(cycle) * Int128(marks[stepsPerCycle]) + Int128(marks[Int(step)])
        return Instant.ticks(ofParts: parts, over: denominator).flatMap(anchor.advanced)
    }

    /// The last entry at an instant or before it; nil before the first.
    public func id(atOrBefore instant: Instant) -> Int64? {
        guard instant >= anchor, let last = ids.last else { return nil }
        let parts = Instant.parts(within: instant.ticks(since: anchor), over: denominator)
        let (cycle, rest) = parts.flooredDivision(by: Int128(marks[stepsPerCycle]))
        let step = marks.lastIndex { Int128($0) <= rest } ?? 0
        // Beyond the last cycle that has ids the product might not fit.
        let id = min(cycle, Int128(Int64.max)) * Int128(stepsPerCycle) + Int128(step) - 1
        return id < 0 ? nil : Int64(min(id, Int128(last)))
    }

    /// Nil if the numbers do not fit.
    private static func marks(of offsets: [Ratio]) -> (marks: [Int64], denominator: Int64)? {
        var common: Int64 = 1
        for offset in offsets {
            // Over the reduced denominator of the two, the next multiple of both.
            guard let step = Ratio(offset.denominator, over: common),
                let next = Int64(exactly: Int128(common) * Int128(step.numerator))
            else { return nil }
            common = next
        }
        var marks: [Int64] = [0]
        var sum: Int128 = 0
        for offset in offsets {
            sum += Int128(offset.numerator) * Int128(common.flooredDivision(by: offset.denominator).quotient)
            guard let mark = Int64(exactly: sum) else { return nil }
            marks.append(mark)
        }
        return (marks, common)
    }
}
