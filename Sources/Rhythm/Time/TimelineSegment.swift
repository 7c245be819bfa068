// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// A stretch of the timeline with one course of the tempo: which position falls on which frame.
///
/// Everything is counted from the segment's origin, in 128-bit integers, so nothing drifts, however long it runs: each
/// position is rounded to a frame once. A segment has no end: it is defined on either side of its origin, and whoever owns
/// it says where it is in force.
///
/// With one tempo it is exact for all positions within 2⁶² units of the origin; where the tempo changes, to 2⁻³⁰
/// frame within 2³⁶ frames.
public struct TimelineSegment: Sendable, Hashable, BitwiseCopyable {
    /// Where the segment begins in the stream.
    public let originPlace: FramePlace
    /// The position there.
    public let originPosition: Position
    /// The tempo, along the positions from `curveBegin` on.
    public let curve: TempoCurve
    /// Where the curve begins; before it the first tempo holds.
    public let curveBegin: Position
    /// The note that the tempo counts, in quarter notes: 1 for a quarter, 3/2 for a dotted one.
    public let beat: Ratio
    /// The rate of the stream whose frames are counted.
    public let sampleRate: SampleRate

    /// A segment whose curve begins at its origin, at an earlier position, or at a later one, up to which the first tempo holds. Real-time safe.
    @_noLocks public init(
        originPlace: FramePlace, originPosition: Position, curve: TempoCurve, curveBegin: Position? = nil,
        beat: Ratio = .one, sampleRate: SampleRate
    ) {
        self.originPlace = originPlace
        self.originPosition = originPosition
        self.curve = curve
        self.curveBegin = curve.isConstant ? originPosition : curveBegin ?? originPosition
        self.beat = beat
        self.sampleRate = sampleRate
    }

    /// One tempo in quarter notes, from a frame on. Real-time safe.
    @_noLocks public init(originFrame: Int64, originPosition: Position, tempo: Tempo, sampleRate: SampleRate) {
        self.init(
            originPlace: FramePlace(frame: originFrame), originPosition: originPosition, curve: TempoCurve(tempo),
            sampleRate: sampleRate)
    }

    /// The first frame that the segment is in force for, if it follows another.
    public var firstFrame: Int64 { @_noLocks get { originPlace.frame } }

    /// The tempo where the curve begins.
    public var tempo: Tempo { @_noLocks get { curve.start } }

    // MARK: positions to frames

    /// The frame nearest to a position's place; the later of two equally near. Real-time safe.
    @_noLocks public func frame(of position: Position) -> Int64 { place(of: position).frame }

    /// The place of a position, rounded down. Real-time safe.
    @_noLocks public func place(of position: Position) -> FramePlace {
        guard !curve.isConstant else {
            return FramePlace(
                ticks: originPlace.ticks.saturatingAdd(time(ofDistance: distance(to: position, from: originPosition))))
        }
        return FramePlace(
            ticks: originPlace.ticks.saturatingAdd(
                curveTime(at: position).saturatingSubtract(curveTime(at: originPosition))))
    }

    @_noLocks private func distance(to position: Position, from origin: Position) -> Int128 {
        position.ticks.saturatingSubtract(origin.ticks)
    }

    /// How long a distance takes at the first tempo, in 2⁻⁶⁴ frames, rounded down.
    @_noLocks private func time(ofDistance distance: Int128) -> Int128 {
        // In whole units and the rest, since the product may not fit.
        let (frames, rest) = ((distance >> 64) * framesDividend).flooredDivision(by: framesDivisor)
        let part = Int128(UInt64(truncatingIfNeeded: distance)) * framesDividend + rest << 64
        return .ticks(whole: frames, part: part.flooredDivision(by: framesDivisor).quotient)
    }

    /// The time from the curve's begin up to a position, in 2⁻⁶⁴ frames; negative before it.
    @_noLocks private func curveTime(at position: Position) -> Int128 {
        let distance = distance(to: position, from: curveBegin)
        guard distance > 0 else { return time(ofDistance: distance) }
        let ramp = TempoRamp(curve)
        let within = min(UInt128(truncatingIfNeeded: distance), ramp.length)
        let atFirstTempo = UInt128(truncatingIfNeeded: time(ofDistance: Int128(truncatingIfNeeded: ramp.length)))
        let elapsed = Int128(truncatingIfNeeded: atFirstTempo.scaled(by: ramp.time(upTo: within), over: .fixedOne))
        let beyond = distance - Int128(truncatingIfNeeded: within)
        guard beyond > 0 else { return elapsed }
        let after = TimelineSegment(
            originPlace: FramePlace(ticks: 0), originPosition: .zero, curve: TempoCurve(curve.end), beat: beat,
            sampleRate: sampleRate)
        return elapsed.saturatingAdd(after.time(ofDistance: beyond))
    }

    // MARK: frames to positions

    /// The position at a place in the stream, rounded down. Real-time safe.
    @_noLocks public func position(at place: FramePlace) -> Position {
        guard curve.isConstant else { return search(for: place) }
        let before = distance(ofTime: originPlace.ticks.saturatingSubtract(place.ticks))
        return Position(ticks: originPosition.ticks.saturatingSubtract(before))
    }

    /// The position at a frame. Real-time safe.
    @_noLocks public func position(atFrame frame: Int64) -> Position { position(at: FramePlace(frame: frame)) }

    /// The first position that falls on a frame or after it: `frame(of:)` of a position is at least `frame` from it on.
    /// Real-time safe.
    @_noLocks public func firstPosition(atOrAfterFrame frame: Int64) -> Position {
        firstPosition(atOrAfter: FramePlace(beginOf: frame))
    }

    /// The first position whose place is not before another. Real-time safe.
    @_noLocks func firstPosition(atOrAfter begin: FramePlace) -> Position {
        guard curve.isConstant else {
            return Position(ticks: search(for: FramePlace(ticks: begin.ticks.saturatingSubtract(1))).ticks + 1)
        }
        let reached = distance(ofTime: begin.ticks.saturatingSubtract(originPlace.ticks))
        return Position(ticks: originPosition.ticks.saturatingAdd(reached))
    }

    /// How far a time reaches at the first tempo, rounded up.
    @_noLocks private func distance(ofTime time: Int128) -> Int128 {
        // The ceiling of time · divisor / dividend, in whole frames and the rest.
        let (units, rest) = ((time >> 64) * framesDivisor).flooredDivision(by: framesDividend)
        let part = Int128(UInt64(truncatingIfNeeded: time)) * framesDivisor + rest << 64
        return .ticks(whole: units, part: -(-part).flooredDivision(by: framesDividend).quotient)
    }

    /// The last position whose place is not after another: halves those between which it lies, until one is left. What is farther
    /// away than 2⁴⁸ frames is taken to be as far.
    @_noLocks private func search(for place: FramePlace) -> Position {
        let most: Int128 = 1 << 112
        let time = max(-most, min(place.ticks.saturatingSubtract(originPlace.ticks), most))
        let wanted = curveTime(at: originPosition).saturatingAdd(time)
        // Twice the distance at the faster of the two tempi, on the place's side of the origin, is too far.
        let faster = TimelineSegment(
            originPlace: originPlace, originPosition: originPosition,
            curve: TempoCurve(curve.start < curve.end ? curve.end : curve.start), beat: beat, sampleRate: sampleRate)
        let reach = 2 * faster.distance(ofTime: abs(time)) + 2
        var low = originPosition.ticks - (time < 0 ? reach : 0)
        var high = originPosition.ticks + (time < 0 ? 1 : reach)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if wanted < curveTime(at: Position(ticks: middle)) { high = middle } else { low = middle }
        }
        return Position(ticks: low)
    }

    // MARK: tempo

    /// The tempo at a position, in beats per minute. Real-time safe.
    @_noLocks public func beatsPerMinute(at position: Position) -> Double {
        guard !curve.isConstant else { return tempo.beatsPerMinute }
        let ramp = TempoRamp(curve)
        let distance = max(0, distance(to: position, from: curveBegin))
        return tempo.beatsPerMinute * ramp.relativeTempo(at: min(UInt128(truncatingIfNeeded: distance), ramp.length))
    }

    /// A quarter note lasts `framesDividend / framesDivisor` frames at the first tempo.
    var framesDividend: Int128 {
        @_noLocks get { 60 * Int128(sampleRate.hertz) * Int128(tempo.denominator) * Int128(beat.denominator) }
    }
    var framesDivisor: Int128 { @_noLocks get { Int128(tempo.numerator) * Int128(beat.numerator) } }

    /// Real-time safe.
    @_noLocks public static func == (left: TimelineSegment, right: TimelineSegment) -> Bool {
        left.originPlace == right.originPlace && left.originPosition == right.originPosition
            && left.curve == right.curve && left.curveBegin == right.curveBegin && left.beat == right.beat
            && left.sampleRate == right.sampleRate
    }
}
