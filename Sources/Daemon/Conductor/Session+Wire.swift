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

extension BeatEvent {
    /// An announced beat of a run, under the number of its event.
    init(_ announced: AnnouncedBeat, seq: Int, run: Int) {
        let beat = announced.beat
        self.init(
            seq: seq, run: run, beatIndex: Int(beat.index), revision: announced.revision, bar: Int(beat.bar),
            beat: beat.beat,
            bell: beat.bell, bpm: beat.tempo.beatsPerMinute, atNs: announced.time.nanoseconds,
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
