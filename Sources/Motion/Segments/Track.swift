// SPDX-License-Identifier: Apache-2.0

/// The movements of one property, each superseding what its predecessors would still have done.
///
/// Segments are ordered by begin, then by index. At any time the last one that has begun counts, cut off by the next
/// one's begin; after its end its target stays. The order in which they were applied, repeats and late ones change
/// nothing. Evaluation allocates nothing.
public struct Track: Sendable, Hashable {
    struct Entry: Sendable, Hashable {
        var index: Int64
        var revision: Int64
        var segment: Segment
    }

    /// In the order of their begins.
    private var entries: [Entry] = []
    /// The newest revisions of indices that have no segment.
    private var withdrawn: [Int64: Int64] = [:]
    /// Indices below it were forgotten, and are refused.
    private var horizon = Int64.min

    /// A track without movements.
    public init() {}

    /// A track of segments, indexed in their order.
    public init(_ segments: [Segment]) {
        for (index, segment) in segments.enumerated() { apply(segment, index: Int64(index), revision: 0) }
    }

    /// The segments that count, in the order of their begins.
    public var segments: [Segment] { entries.map(\.segment) }

    /// Sets the segment with an index, or takes it back, unless this or a later revision of it is known already.
    ///
    /// Returns whether anything changed. A segment whose times are not finite is refused.
    @discardableResult
    public mutating func apply(_ segment: Segment?, index: Int64, revision: Int64) -> Bool {
        if let segment, !segment.begin.isFinite || !segment.duration.isFinite { return false }
        let known = entries.firstIndex { $0.index == index }
        let newest = known.map { entries[$0].revision } ?? withdrawn[index]
        guard index >= horizon, newest.map({ revision > $0 }) ?? true else { return false }
        if let known { entries.remove(at: known) }
        withdrawn[index] = segment == nil ? revision : nil
        if let segment {
            let place = entries.firstIndex { (segment.begin, index) < ($0.segment.begin, $0.index) } ?? entries.count
            entries.insert(Entry(index: index, revision: revision, segment: segment), at: place)
        }
        return true
    }

    /// The value at a time in seconds; before the first segment its start, and nil without any.
    public func value(at time: Double) -> Double? {
        segment(at: time)?.value(at: time)
    }

    /// The change of value per second at a time; 0 where nothing moves.
    public func velocity(at time: Double) -> Double {
        segment(at: time)?.velocity(at: time) ?? 0
    }

    /// The segment that counts at a time: the last that has begun, or the first; nil without any.
    public func segment(at time: Double) -> Segment? {
        entries.lastBegun { $0.segment.begin <= time }?.segment
    }

    /// Forgets what no longer counts at a time, and refuses indices below the ones that are left from then on.
    ///
    /// Indices must grow with the begins for this; later messages about those that are left still count.
    public mutating func forget(before time: Double) {
        guard let current = entries.lastIndex(where: { $0.segment.begin <= time }), current > 0 else { return }
        entries.removeFirst(current)
        horizon = Swift.max(horizon, entries[0].index)
        withdrawn = withdrawn.filter { $0.key >= horizon }
    }
}
