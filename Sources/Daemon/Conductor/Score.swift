// SPDX-License-Identifier: Apache-2.0

internal import Motion
internal import Rhythm
internal import Sound

/// One run of beats as the control side knows it: the grid, the bars, the bells and the swings, past and present.
///
/// A pure value over frames. What is heard lags behind what is written, so the recent past is kept and asked too.
struct Score: Sendable {
    /// A beat's place in the music.
    struct Beat: Sendable, Equatable {
        var index: Int64
        var frame: Int64
        /// From 1.
        var bar: Int64
        /// From 1.
        var beat: Int
        var bell: Bool
        var tempo: Tempo
    }

    /// Bars and bells that hold from a beat on.
    struct Rule {
        var fromBeat: Int64
        var grid: BarGrid
        var bell: BellPattern?
    }

    /// What remains of a swing after a change of tempo in it.
    private struct Bend {
        var beat: Int64
        var swing: Segment
    }

    private(set) var timeline: Timeline
    private(set) var rules: [Rule]
    private var bends: [Bend] = []
    let pendulum = Pendulum()
    /// What moves how, from one change to the next; never empty.
    var turns: [Turn]

    /// A run that begins where its first plan took hold.
    init(_ adoption: Adoption, bell: BellPattern?) {
        timeline = Timeline(adoption.segment)
        rules = [Rule(fromBeat: 0, grid: adoption.grid, bell: bell)]
        turns = [Turn(serial: 0, begin: -.infinity, segment: adoption.segment, rules: rules)]
    }

    /// Takes in a later plan of the same run.
    mutating func adopt(_ adoption: Adoption, bell: BellPattern?) {
        // A sound that has begun keeps its onset, so the segment may begin later than the plan.
        let frame = adoption.segmentFrame
        let present = timeline.segment(atFrame: frame)
        if adoption.segment != present {
            if adoption.segment.sampleRate != present.sampleRate {
                change(to: adoption.segment, from: present)
            } else {
                bend(at: frame, into: adoption.segment)
            }
        }
        let rule = Rule(fromBeat: adoption.nextBeat, grid: adoption.grid, bell: bell)
        let isNew = rules.last?.grid != rule.grid || rules.last?.bell != rule.bell
        if isNew {
            rules.removeAll { $0.fromBeat >= rule.fromBeat }
            rules.append(rule)
        }
        if isNew || adoption.segment != present { turn(at: Double(frame) / rate, into: adoption.segment) }
    }

    /// Forgets what was over before a frame.
    mutating func forget(beforeFrame frame: Int64) {
        let beat = timeline.beat(atFrame: frame)
        timeline.forget(beforeFrame: frame)
        bends.removeAll { $0.beat < beat }
        while turns.count > 1, turns[1].begin * rate <= Double(frame) { turns.removeFirst() }
        while rules.count > 1, rules[1].fromBeat <= beat { rules.removeFirst() }
    }

    /// The beat of that number, from 0.
    func beat(_ index: Int64) -> Beat {
        let frame = timeline.frame(ofBeat: index)
        let rule = Self.rule(ofBeat: index, in: rules)
        return Beat(
            index: index, frame: frame, bar: rule.grid.bar(ofBeat: index), beat: rule.grid.beatInBar(ofBeat: index),
            bell: rule.bell?.rings(onBeat: index, in: rule.grid) ?? false,
            tempo: timeline.segment(atFrame: frame).tempo)
    }

    /// The bars and bells that hold for a beat.
    static func rule(ofBeat index: Int64, in rules: [Rule]) -> Rule {
        rules.last { $0.fromBeat <= index } ?? rules[0]
    }

    /// The movement of the rod at a frame: the rest of a bent swing, else the whole swing of the beat, on an axis of
    /// seconds since frame 0. Before beat 0 it is the first swing, which waits at its start.
    func swing(atFrame frame: Double) -> Segment {
        let seconds = frame / rate
        let beat = max(0, timeline.beat(atFrame: Int64(frame.rounded(.down))))
        let bent = bends.last { $0.beat == beat && $0.swing.begin <= seconds }
        return bent?.swing ?? swing(ofBeat: beat)
    }

    /// The whole swing that begins with a beat, as it stood when the beat began.
    func swing(ofBeat index: Int64) -> Segment {
        let begin = timeline.frame(ofBeat: index)
        let end = timeline.segment(atFrame: begin).frame(ofBeat: index + 1)
        return pendulum.swing(beat: index, begin: Double(begin) / rate, duration: Double(end - begin) / rate)
    }

    /// The swing of a beat as it ends: what is left after its last bend, else the whole swing.
    func lastSwing(ofBeat index: Int64) -> Segment {
        bends.last { $0.beat == index }?.swing ?? swing(ofBeat: index)
    }

    /// How the rod comes to rest when the run ends at a frame.
    func settling(fromFrame frame: Double) -> Segment {
        pendulum.settling(swing(atFrame: frame), at: frame / rate)
    }

    /// Frames a second.
    var rate: Double { Double(timeline.segments.last?.sampleRate.hertz ?? SampleRate.hz48000.hertz) }

    /// Goes on at another rate: the frames before the change are counted in it too, and seconds are moved along.
    private mutating func change(to segment: TimelineSegment, from present: TimelineSegment) {
        let frame = Double(segment.originFrame)
        let shift = frame / Double(segment.sampleRate.hertz) - frame / Double(present.sampleRate.hertz)
        timeline = Timeline(segment)
        for index in bends.indices { bends[index].swing.begin += shift }
        for index in turns.indices { turns[index].move(by: shift, onto: segment) }
    }

    private mutating func bend(at frame: Int64, into segment: TimelineSegment) {
        let beat = timeline.beat(atFrame: frame)
        let swing = swing(atFrame: Double(frame))
        timeline.append(segment)
        guard beat >= 0 else { return }
        let end = Double(segment.frame(ofBeat: beat + 1)) / rate
        let bent = pendulum.retargeted(swing, at: Double(frame) / rate, arrivingAt: end)
        bends.append(Bend(beat: beat, swing: bent))
        bends.removeFirst(max(0, bends.count - Self.mostChanges))
    }
}
