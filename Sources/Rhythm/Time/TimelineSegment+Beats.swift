// SPDX-License-Identifier: Apache-2.0

/// Beats of a quarter note, numbered from the start.
extension TimelineSegment {
    /// The frame of a beat's onset. Real-time safe.
    @_noLocks public func frame(ofBeat beat: Int64) -> Int64 { frame(of: Position(whole: beat)) }

    /// The position at the beginning of a frame, in beats.
    public func beatPosition(atFrame frame: Int64) -> BeatPosition {
        BeatPosition(ticks: position(atFrame: frame).ticks)
    }

    /// The last beat whose onset falls on the frame or before it. Real-time safe.
    @_noLocks public func beat(atFrame frame: Int64) -> Int64 {
        let end = FramePlace(ticks: FramePlace(frame: frame).ticks + 1 << 63)
        return Int64(truncatingIfNeeded: firstPosition(atOrAfter: end).ticks.saturatingSubtract(1) >> 64)
    }

    /// The first beat whose onset falls on the frame or after it. Real-time safe.
    @_noLocks public func firstBeat(atOrAfterFrame frame: Int64) -> Int64 {
        Int64(truncatingIfNeeded: firstPosition(atOrAfterFrame: frame).ticks.saturatingSubtract(1) >> 64) + 1
    }
}
