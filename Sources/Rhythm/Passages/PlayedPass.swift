// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// One pass of a passage of music that is played from frame 0 on, with its place in time.
public struct PlayedPass: Sendable, Hashable {
    /// The passage, from 0.
    public var passage: Int
    /// Which time it is played, from 0.
    public var pass: Int
    /// Where it begins.
    public var begin: Position
    /// From where its tempo and its lanes are counted: its beginning, or earlier.
    public var origin: Position
    /// Where it ends; `Position.end` for one without end.
    public var end: Position
    /// Which position falls on which frame within it.
    public var segment: TimelineSegment
}

/// An onset of music that is played from frame 0 on.
public struct PlayedOnset: Sendable, Hashable {
    /// The lane's number.
    public var lane: Int
    /// How strongly it is played.
    public var accent: Accent
    /// Whether chance lets it be played.
    public var isPlayed: Bool
    /// Where it is.
    public var position: Position
    /// Where it falls among the frames.
    public var place: FramePlace
}

extension Arrangement {
    /// Its passes with their place in time, the beginning of the music at frame 0: the timeline that the engine plays by. Up to one
    /// without end.
    public func passes(at sampleRate: SampleRate) -> [PlayedPass] {
        var passes: [PlayedPass] = []
        var begin = self.begin
        for (index, passage) in passages.enumerated() {
            let times = passage.length == nil ? 1 : max(1, passage.times)
            let first = begin
            for pass in 0..<times {
                let end = passage.length.map { Position(ticks: first.ticks + $0.ticks(times: Int64(pass + 1))) } ?? .end
                let origin = Position(ticks: begin.ticks - passage.lead.ticks(times: 1))
                passes.append(
                    PlayedPass(
                        passage: index, pass: pass, begin: begin, origin: origin, end: end,
                        segment: segment(
                            of: passage, from: begin, origin, after: passes.last?.segment, sampleRate)))
                begin = end
            }
            if passage.length == nil { break }
        }
        return passes
    }

    private func segment(
        of passage: Passage, from begin: Position, _ origin: Position, after former: TimelineSegment?,
        _ sampleRate: SampleRate
    ) -> TimelineSegment {
        guard let former else {
            return TimelineSegment(
                originPlace: FramePlace(frame: 0), originPosition: begin, curve: passage.curve, curveBegin: origin,
                beat: passage.beat, sampleRate: sampleRate)
        }
        let goesOn = passage.curve.isConstant || former.curveBegin == origin
        guard passage.curve != former.curve || passage.beat != former.beat || !goesOn else { return former }
        return former.changing(to: passage.curve, from: origin, beat: passage.beat, at: begin)
    }

    /// What is written in a pass, in the order of positions: muted onsets and those that chance leaves out, too. Of a
    /// pass without end there are none.
    public func onsets(in pass: PlayedPass) throws(RhythmError) -> [PlayedOnset] {
        guard pass.end < .end else { return [] }
        let passage = passages[pass.passage]
        // Positions that are nearer than this are one, as in the engine.
        let nearness: Int128 = 1 << 16
        var onsets: [PlayedOnset] = []
        for lane in passage.lanes {
            let pattern = lane.anchor == .bar ? try lane.pattern.cut(to: passage.bar) : lane.pattern
            guard !pattern.onsets.isEmpty else { continue }
            let origin = lane.anchor.origin ?? pass.origin
            let cycleTicks = Position.ticks(Int64(pattern.cycle), over: Int64(pattern.denominator))
            var cycle = Int64(
                clamping: (pass.begin.ticks - origin.ticks).flooredDivision(by: cycleTicks).quotient)
            var isInside = true
            while isInside {
                for (index, onset) in pattern.onsets.enumerated() {
                    let parts = cycle * Int64(pattern.cycle) + Int64(onset.place)
                    let ticks = origin.ticks + Position.ticks(parts, over: Int64(pattern.denominator))
                    isInside = ticks < pass.end.ticks - nearness
                    guard isInside else { break }
                    let number = cycle * Int64(pattern.onsets.count) + Int64(index)
                    guard ticks >= pass.begin.ticks - nearness, lane.onsets?.contains(number) ?? true else { continue }
                    let position = Position(ticks: ticks)
                    onsets.append(
                        PlayedOnset(
                            lane: lane.id, accent: onset.accent,
                            isPlayed: Chance.plays(
                                Chance.parts(onset.chance), seed: seed, lane: lane.id, onset: number),
                            position: position, place: pass.segment.place(of: position)))
                }
                cycle += 1
            }
        }
        return onsets.sorted { ($0.position.ticks, $0.lane) < ($1.position.ticks, $1.lane) }
    }
}
