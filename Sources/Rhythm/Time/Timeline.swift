// SPDX-License-Identifier: Apache-2.0

/// Which beat falls on which frame, through all changes of tempo: segments in order, the past and the present.
///
/// A segment is in force from its origin to the next one's; the first also answers for the frames before it and
/// the last for all that follow. All count frames on one axis. Not real-time safe: it allocates.
public struct Timeline: Sendable, Hashable {
    /// The segments in the order of their origins; never empty.
    public private(set) var segments: [TimelineSegment]

    /// A timeline with one segment.
    public init(_ first: TimelineSegment) {
        segments = [first]
    }

    /// Puts a segment in force from its origin. Segments that begin there or later are dropped.
    public mutating func append(_ segment: TimelineSegment) {
        while let last = segments.last, last.firstFrame >= segment.firstFrame { segments.removeLast() }
        segments.append(segment)
    }

    /// Drops the segments that begin after a frame, but the first.
    public mutating func drop(afterFrame frame: Int64) {
        while segments.count > 1, let last = segments.last, last.firstFrame > frame { segments.removeLast() }
    }

    /// Changes the tempo from a frame on, with the phase kept. Segments that begin there or later are dropped.
    public mutating func changeTempo(to tempo: Tempo, atFrame frame: Int64) {
        append(segment(atFrame: frame).changing(to: tempo, atFrame: frame))
    }

    /// Drops the segments that ended before a frame; the one in force there stays.
    public mutating func forget(beforeFrame frame: Int64) {
        segments.removeFirst(index(atFrame: frame))
    }

    /// Drops all but the last segments, `count` of them and at least one.
    public mutating func keepLast(_ count: Int) {
        segments.removeFirst(max(0, segments.count - max(1, count)))
    }

    /// The segment in force.
    public func segment(atFrame frame: Int64) -> TimelineSegment {
        segments[index(atFrame: frame)]
    }

    /// The frame of a beat's onset. If beats were renumbered, it is the latest onset of that number.
    public func frame(ofBeat beat: Int64) -> Int64 {
        for segment in segments.reversed() {
            let frame = segment.frame(ofBeat: beat)
            if frame >= segment.firstFrame { return frame }
        }
        return segments[0].frame(ofBeat: beat)
    }

    /// The position at the beginning of a frame.
    public func position(atFrame frame: Int64) -> BeatPosition {
        segment(atFrame: frame).beatPosition(atFrame: frame)
    }

    /// The last beat whose onset falls on the frame or before it.
    public func beat(atFrame frame: Int64) -> Int64 {
        segment(atFrame: frame).beat(atFrame: frame)
    }

    private func index(atFrame frame: Int64) -> Int {
        segments.lastIndex { $0.firstFrame <= frame } ?? 0
    }
}
