// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
package import MetronomeRhythm

/// A run as it is heard: what its record says in frames, said in heard time.
package struct HeardRun: Sendable {
    /// A place in the music.
    package struct Position: Sendable, Hashable {
        /// The beat that is heard; beat 0 also before it.
        package var beat: HeardBeat
        /// How much of it is over, 0..<1; 0 before beat 0.
        package var phase: Double
    }

    /// The run.
    package var record: RunRecord
    /// When its frames are heard.
    package var clock: HeardClock

    /// A run whose frames are heard by a clock.
    package init(_ record: RunRecord, _ clock: HeardClock) {
        self.record = record
        self.clock = clock
    }

    /// The whole frame that is heard at a time. The time of a frame is told in whole nanoseconds, and may be one too early.
    package func frame(at time: ClockTime) -> Int64 {
        Int64(clamping: (clock.frame(at: time) + Self.framesOfNanosecond).rounded(.down))
    }

    /// The most frames that a nanosecond and a rounding come to.
    private static let framesOfNanosecond = 0.001

    /// When a beat is heard.
    package func time(ofBeat index: Int64) -> ClockTime {
        clock.time(ofFrame: Double(record.timeline.frame(ofBeat: index)))
    }

    /// The beat of an index, from 0.
    package func beat(_ index: Int64) -> HeardBeat {
        HeardBeat(
            index, of: record.number, record.rules.rule(ofBeat: index), bpm: record.bpm(ofBeat: index),
            time: time(ofBeat: index))
    }

    /// The beat that is heard at a time; below 0 before beat 0.
    package func beat(at time: ClockTime) -> Int64 { record.timeline.beat(atFrame: frame(at: time)) }

    /// The beat with which the music is over, or one that is never reached.
    var endBeat: Int64 { record.endBeat ?? .max }

    /// The place in the music that is heard at a time.
    package func position(at time: ClockTime) -> Position {
        let frame = frame(at: time)
        let index = record.timeline.beat(atFrame: frame)
        // The onset is rounded to a frame, so the exact position may lie just before the beat that is heard.
        let exact = record.timeline.position(atFrame: frame)
        let phase = index < 0 || exact.whole < index ? 0 : exact.phase
        return Position(beat: beat(Swift.max(0, index)), phase: phase)
    }
}
