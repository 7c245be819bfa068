// SPDX-License-Identifier: Apache-2.0

/// A stretch of constant tempo: which beat falls on which frame.
///
/// Everything is counted from the segment's origin in 128-bit integers, so nothing drifts, however long it runs.
/// A segment has no end: it is defined for every frame on either side of its origin, and `Timeline` says where it is
/// in force. Exact for all frames and beats that fit, if the origin's beat lies within ±2⁶².
public struct TimelineSegment: Sendable, Hashable, BitwiseCopyable {
    /// The frame from which the segment counts.
    public let originFrame: Int64
    /// The position at the beginning of `originFrame`.
    public let originBeat: BeatPosition
    /// Constant throughout.
    public let tempo: Tempo
    /// Of the stream whose frames are counted.
    public let sampleRate: SampleRate

    /// Real-time safe.
    @_noLocks
    public init(originFrame: Int64, originBeat: BeatPosition, tempo: Tempo, sampleRate: SampleRate) {
        self.originFrame = originFrame
        self.originBeat = originBeat
        self.tempo = tempo
        self.sampleRate = sampleRate
    }

    /// The frame on which a beat's onset falls: the nearest to
    /// `originFrame + (beat − originBeat) · 60 · rate / bpm`, the later of two equally near; clamped to
    /// the frames that fit. Real-time safe.
    @_noLocks
    public func frame(ofBeat beat: Int64) -> Int64 {
        // Twice the distance times `framesDivisor`. The fraction's share need only be known rounded up to an integer:
        // the floor of a quotient by an integer depends on nothing finer.
        let wholeBeats = Int128(beat) - Int128(originBeat.whole)
        let fraction = (Int128(originBeat.fraction) * framesDividend + ((1 << 63) - 1)) >> 63
        let twice = 2 * wholeBeats * framesDividend - fraction
        let distance = (twice + framesDivisor).flooredDivision(by: 2 * framesDivisor).quotient
        let frame = Int128(originFrame) + distance
        if frame < Int128(Int64.min) { return .min }
        return frame > Int128(Int64.max) ? .max : Int64(truncatingIfNeeded: frame)
    }

    /// The position at the beginning of a frame, rounded down to 2⁻⁶⁴ beat. Real-time safe.
    @_noLocks
    public func position(atFrame frame: Int64) -> BeatPosition {
        let distance = Int128(frame) - Int128(originFrame)
        let (beats, rest) = (distance * framesDivisor).flooredDivision(by: framesDividend)
        let part = UInt64(truncatingIfNeeded: (rest << 64) / framesDividend)
        let (fraction, carried) = originBeat.fraction.addingReportingOverflow(part)
        return BeatPosition(
            whole: originBeat.whole + Int64(truncatingIfNeeded: beats) + (carried ? 1 : 0), fraction: fraction)
    }

    /// The last beat whose onset falls on the frame or before it. Real-time safe.
    @_noLocks
    public func beat(atFrame frame: Int64) -> Int64 {
        firstBeat(atOrAfter: Int128(frame) + 1) - 1
    }

    /// The first beat whose onset falls on the frame or after it. Real-time safe.
    @_noLocks
    public func firstBeat(atOrAfterFrame frame: Int64) -> Int64 { firstBeat(atOrAfter: Int128(frame)) }

    @_noLocks
    private func firstBeat(atOrAfter frame: Int128) -> Int64 {
        // An onset falls on the frame or after it if its exact place is at most half a frame before: round the
        // position there, originBeat + (2 · distance − 1) / (2 · frames per beat), up to a whole beat.
        let distance = frame - Int128(originFrame)
        let unit = 2 * framesDividend
        let (beats, rest) = ((2 * distance - 1) * framesDivisor).flooredDivision(by: unit)
        let parts = Int128(originBeat.fraction) * unit + (rest << 64)
        let roundedUp: Int64 = parts == 0 ? 0 : parts <= unit << 64 ? 1 : 2
        return originBeat.whole + Int64(truncatingIfNeeded: beats) + roundedUp
    }

    /// Real-time safe.
    @_noLocks
    public static func == (left: TimelineSegment, right: TimelineSegment) -> Bool {
        left.originFrame == right.originFrame && left.originBeat == right.originBeat && left.tempo == right.tempo
            && left.sampleRate == right.sampleRate
    }

    /// A beat lasts `framesDividend / framesDivisor` frames.
    var framesDividend: Int128 { @_noLocks get { 60 * Int128(sampleRate.hertz) * Int128(tempo.denominator) } }
    var framesDivisor: Int128 { @_noLocks get { Int128(tempo.numerator) } }
}
