// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm

/// The last segments of the timeline, through the one that is in force or will be next. Real-time safe, but for its
/// initialiser, which allocates, and its deinitialiser.
@safe struct EstablishedTimeline: ~Copyable {
    /// How many are kept; of the time before them the oldest answers.
    static var capacity: Int { 32 }

    /// The last one.
    private(set) var last: TimelineSegment

    private let segments: UnsafeMutablePointer<TimelineSegment>
    private var count = 1
    /// The number of the oldest one that is kept.
    private var oldest = 0

    init(_ first: TimelineSegment) {
        last = first
        unsafe segments = .allocate(capacity: Self.capacity)
        unsafe segments.initialize(repeating: first, count: Self.capacity)
    }

    deinit { unsafe segments.deallocate() }

    /// Begins anew with one.
    @_noLocks mutating func restart(with first: TimelineSegment) {
        unsafe segments[0] = first
        last = first
        count = 1
        oldest = 0
    }

    /// Adds a segment that begins where the last one ends, unless it equals the last one.
    @_noLocks mutating func append(_ segment: TimelineSegment) {
        if segment == last { return }
        unsafe segments[count & (Self.capacity - 1)] = segment
        last = segment
        count += 1
        oldest = max(oldest, count - Self.capacity)
    }

    /// Drops those that begin after a place, but the oldest.
    @_noLocks mutating func drop(after place: FramePlace) {
        while count - 1 > oldest, place < last.originPlace {
            count -= 1
            last = unsafe segments[(count - 1) & (Self.capacity - 1)]
        }
    }

    /// The segment that is in force where a frame begins.
    @_noLocks func segment(atBeginOf frame: Int64) -> TimelineSegment {
        let place = FramePlace(beginOf: frame)
        var index = count - 1
        while index > oldest, unsafe place < segments[index & (Self.capacity - 1)].originPlace { index -= 1 }
        return unsafe segments[index & (Self.capacity - 1)]
    }

    /// The frame of a position, which is not after the last segment's end.
    @_noLocks func frame(of position: Position) -> Int64 {
        var index = count - 1
        while index > oldest,
            unsafe position < segments[index & (Self.capacity - 1)].originPosition
        { index -= 1 }
        return unsafe segments[index & (Self.capacity - 1)].frame(of: position)
    }
}
