// SPDX-License-Identifier: Apache-2.0

package import MetronomeRhythm

/// A line of an outside clock, as its owner states it: which of its beats is heard when, and how fast they follow each other.
package struct OutsideLine: Sendable, Hashable {
    /// A position on the line, in beats: a whole number on a beat.
    package var beat: Double
    /// When that position is heard.
    package var time: ClockTime
    /// Beats a minute.
    package var bpm: Double
    /// Beats in a bar, of which one begins with position 0; 1 for a line without bars.
    package var quantum: Int

    /// The positions that can be told apart to the microsecond.
    package static let beats = -1e9...1e9
    /// The tempi of a line.
    package static let tempi = 1.0...1000.0
    /// The bars of a line.
    package static let quanta = 1...64
    /// How far the time of a line may be from its coming, in seconds, either way.
    package static let reach = 2.0

    /// Why a line is none.
    package enum Fault: Error, Hashable {
        /// A number that is none, or out of its range.
        case beat, bpm, quantum
        /// A time that is out of reach: its distance from now in seconds, + for later.
        case time(Double)
    }

    /// A line that came at a time. Throws where it cannot be followed, whatever the numbers are.
    package init(
        beat: Double, at time: ClockTime, bpm: Double, quantum: Int = 1, cameAt now: ClockTime
    ) throws(Fault) {
        guard beat.isFinite, Self.beats.contains(beat) else { throw .beat }
        guard bpm.isFinite, Self.tempi.contains(bpm) else { throw .bpm }
        guard Self.quanta.contains(quantum) else { throw .quantum }
        let distance = time.seconds(since: now)
        guard abs(distance) <= Self.reach else { throw .time(distance) }
        self.beat = beat
        self.time = time
        self.bpm = bpm
        self.quantum = quantum
    }

    /// Seconds from a beat to the next.
    package var period: Double { 60 / bpm }
}
