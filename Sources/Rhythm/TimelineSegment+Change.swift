// SPDX-License-Identifier: Apache-2.0

extension TimelineSegment {
    /// The segment that continues from a frame at another tempo, with the phase kept.
    ///
    /// The beats before the frame stay this segment's and the new one has all the others: none is lost, none doubled.
    /// Where rounding onsets to frames would break this, which takes a change within a frame of an onset,
    /// the new phase is moved by less than half a frame. Real-time safe.
    @_noLocks
    public func changing(to tempo: Tempo, atFrame frame: Int64) -> TimelineSegment {
        continued(tempo: tempo, sampleRate: sampleRate, atFrame: frame, newFrame: frame)
    }

    /// The same music counted in frames of another stream: what was at `frame` is at `newFrame`.
    ///
    /// As in a change of tempo, no beat is lost or doubled there, and the position is moved by at most as much.
    /// Real-time safe.
    @_noLocks
    public func rebased(to sampleRate: SampleRate, atFrame frame: Int64, newFrame: Int64) -> TimelineSegment {
        continued(tempo: tempo, sampleRate: sampleRate, atFrame: frame, newFrame: newFrame)
    }

    @_noLocks
    private func continued(
        tempo: Tempo, sampleRate: SampleRate, atFrame frame: Int64, newFrame: Int64
    ) -> TimelineSegment {
        let kept = TimelineSegment(
            originFrame: newFrame, originBeat: position(atFrame: frame), tempo: tempo, sampleRate: sampleRate)
        // An onset rounds up to the new origin from at most half a new frame before it. So the origin lies at most
        // that far past the first beat still to come, and further than that past the one before it.
        let next = firstBeat(atOrAfterFrame: frame)
        let halfFrame = UInt64(truncatingIfNeeded: (kept.framesDivisor << 63) / kept.framesDividend)
        let earliest = BeatPosition(whole: next - 1, fraction: halfFrame + 1)
        let latest = BeatPosition(whole: next, fraction: halfFrame)
        let origin = kept.originBeat < earliest ? earliest : latest < kept.originBeat ? latest : kept.originBeat
        return TimelineSegment(originFrame: newFrame, originBeat: origin, tempo: tempo, sampleRate: sampleRate)
    }
}
