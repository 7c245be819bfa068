// SPDX-License-Identifier: Apache-2.0

internal import CMetronomeLinux

/// From a frame of JACK's transport on, beats of one length and bars of one kind. The last one of a score has no end.
///
/// A beat here is a note as the meter is written: an eighth in 6/8, whatever is felt.
package struct JACKSegment: Sendable, Hashable {
    /// The frame at which it begins.
    package var frame: Double
    /// Frames of a beat, more than 0.
    package var framesPerBeat: Double
    /// The number of the bar there, and how many beats of it are over.
    package var (bar, beat): (Int, Double)
    /// The meter as it is written: 6 and 8.
    package var (beatsPerBar, beatType): (Int, Int)
    /// Such beats a minute.
    package var bpm: Double
    /// How many beats came before that bar, from the beginning of the music.
    package var barStart: Double

    package init(
        frame: Double, framesPerBeat: Double, bar: Int, beat: Double, beatsPerBar: Int, beatType: Int, bpm: Double,
        barStart: Double
    ) {
        (self.frame, self.framesPerBeat, self.bar, self.beat) = (frame, framesPerBeat, bar, beat)
        (self.beatsPerBar, self.beatType, self.bpm, self.barStart) = (beatsPerBar, beatType, bpm, barStart)
    }

    /// A place of a score.
    package struct Place: Sendable, Hashable {
        package var (bar, beat): (Int, Int)
        /// How much of the beat is over, 0 up to 1.
        package var part: Double
        /// The segment, by its number.
        package var segment: Int
    }

    /// Bars and beats at a frame, as the real-time thread tells them; the score is not empty.
    package static func place(at frame: Double, in score: [JACKSegment]) -> Place {
        let segments = score.map(\.wire)
        var (bar, beat, part): (Int32, Int32, Double) = (0, 0, 0)
        return unsafe segments.withUnsafeBufferPointer { room in
            guard let base = room.baseAddress else { return Place(bar: 1, beat: 1, part: 0, segment: 0) }
            let index = unsafe linux_jack_place(base, room.count, frame, &bar, &beat, &part)
            return Place(bar: Int(bar), beat: Int(beat), part: part, segment: index)
        }
    }

    var wire: linux_jack_segment {
        linux_jack_segment(
            frame: frame, frames_per_beat: framesPerBeat, bar: Double(bar), beat: beat,
            beats_per_bar: Double(beatsPerBar), beat_type: Double(beatType), bpm: bpm, bar_start: barStart)
    }
}
