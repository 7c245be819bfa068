// SPDX-License-Identifier: Apache-2.0

extension TimelineSegment {
    /// The segment that goes on from a frame at another tempo, with the phase kept.
    ///
    /// A frame reaches from half a frame before it to half a frame after it. So what falls on an earlier frame stays this
    /// segment's, and the new one has all else: no position falls into both or none. Real-time safe.
    @_noLocks public func changing(
        to curve: TempoCurve, from curveBegin: Position? = nil, beat: Ratio? = nil, atFrame frame: Int64
    ) -> TimelineSegment {
        TimelineSegment(
            originPlace: FramePlace(beginOf: frame), originPosition: firstPosition(atOrAfterFrame: frame), curve: curve,
            curveBegin: curveBegin, beat: beat ?? self.beat, sampleRate: sampleRate)
    }

    /// The segment that goes on from a frame at one tempo, with the phase kept. Real-time safe.
    @_noLocks public func changing(to tempo: Tempo, atFrame frame: Int64) -> TimelineSegment {
        changing(to: TempoCurve(tempo), atFrame: frame)
    }

    /// The segment that goes on at another tempo from a position on. Real-time safe.
    @_noLocks public func changing(
        to curve: TempoCurve, from curveBegin: Position? = nil, beat: Ratio? = nil, at position: Position
    ) -> TimelineSegment {
        TimelineSegment(
            originPlace: place(of: position), originPosition: position, curve: curve, curveBegin: curveBegin,
            beat: beat ?? self.beat, sampleRate: sampleRate)
    }

    /// The same music counted in frames of another stream: what falls on `frame` and after it falls on `newFrame` and after
    /// it. Real-time safe.
    @_noLocks public func rebased(to sampleRate: SampleRate, atFrame frame: Int64, newFrame: Int64) -> TimelineSegment {
        TimelineSegment(
            originPlace: FramePlace(beginOf: newFrame), originPosition: firstPosition(atOrAfterFrame: frame),
            curve: curve, curveBegin: curveBegin, beat: beat, sampleRate: sampleRate)
    }
}
