// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Motion
internal import Rhythm
internal import Session

extension RunRecord {
    /// Which start it is, as clients are told it.
    var number: Int { Int(run ?? 0) }
}

/// Values of the session, as clients are sent them: heard time becomes nanoseconds of CLOCK_MONOTONIC.
extension MotionSegment {
    /// A movement of the rod, or of another property.
    init(_ movement: HeardMovement) {
        self.init(
            from: movement.from, to: movement.to, beginNs: movement.begin.nanoseconds, durationNs: movement.durationNs,
            curve: movement.curve)
    }
}

extension PendulumState {
    /// The rod at the time of a status.
    init(_ rod: HeardRun.Rod) {
        self.init(angle: rod.angle, velocity: rod.velocity, segment: rod.movement.map { MotionSegment($0) })
    }
}

extension PositionState {
    /// The place in the music at the time of a status.
    init(_ position: HeardRun.Position) {
        let beat = position.beat
        self.init(
            beatIndex: Int(beat.index), bar: Int(beat.bar), beat: beat.beat, phase: position.phase, bell: beat.bell)
    }
}

extension HistoryState {
    /// What can be undone and redone at the time of a status.
    init(_ history: History) { self.init(undo: history.count(.undo), redo: history.count(.redo)) }
}

extension TapState {
    /// What the taps of a series have led to.
    init(_ taps: TapTempo) {
        self.init(
            taps: taps.count, leftOut: taps.fit?.leftOut ?? 0, bpm: taps.fit?.tempo?.beatsPerMinute,
            confidence: ((taps.fit?.confidence ?? 0) * 1000).rounded() / 1000, moreTaps: taps.fit?.moreTaps,
            nextNs: taps.next?.nanoseconds)
    }
}

extension ScoreState {
    /// How the taps of a run lie to its beats.
    init(_ score: Score, isOn: Bool, withBars: Bool) {
        self.init(
            on: isOn, total: Figures(score.total), missed: score.missed, strays: score.strays,
            driftMsPerBeat: score.driftMsPerBeat.map { ($0 * 1000).rounded() / 1000 },
            last: score.last.map {
                Hit(beatIndex: Int($0.beat), asynchronyMs: (Double($0.asynchronyNs) / 1e4).rounded() / 100)
            },
            bars: withBars
                ? score.bars.map { Bar(bar: Int($0.bar), silent: $0.silent, figures: Figures($0.figures)) } : nil)
    }
}

extension ScoreState.Figures {
    fileprivate init(_ figures: Score.Figures) {
        func rounded(_ value: Double?) -> Double? { value.map { ($0 * 100).rounded() / 100 } }
        self.init(
            taps: figures.count, meanMs: rounded(figures.meanMs), scatterMs: rounded(figures.scatterMs),
            tendency: figures.tendency?.rawValue)
    }
}

extension BeatEvent {
    /// An announced beat of a run, under the number of its event.
    init(_ announced: AnnouncedBeat, seq: Int, run: Int) {
        let beat = announced.beat
        self.init(
            seq: seq, run: run, beatIndex: Int(beat.index), revision: announced.revision, bar: Int(beat.bar),
            beat: beat.beat, bell: beat.bell, accent: "\(beat.accent)", bpm: beat.bpm,
            atNs: announced.time.nanoseconds,
            pendulum: MotionSegment(announced.swing))
    }
}

extension FrameEvent {
    /// A frame of a feed, under the number of its event.
    init(_ frame: FrameFeed.Frame, of properties: [MotionProperty], seq: Int, run: Int) {
        var values: [String: Double] = [:]
        for (property, value) in zip(properties, frame.values) { values[property.name] = value }
        self.init(seq: seq, run: run, atNs: frame.time.nanoseconds, atBeat: frame.beats, values: values)
    }
}
