// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm

/// Which section of a song bars belong to.
package struct SectionPlace: Sendable, Hashable {
    /// The section, from 0; nil in a count-in.
    package var index: Int?
    /// What it is called.
    package var label: String?
    /// Which time it is played, from 1.
    package var pass: Int
    /// How often it is played.
    package var times: Int

    /// The beat of the run with which that pass begins, or would have begun where it is played from its midst on.
    package var fromBeat: Int64

    /// What a reader calls it: its label, else its number.
    package var name: String { label ?? index.map { "section \($0 &+ 1)" } ?? "count-in" }

    /// Whether it is another section, or another time, than one before it, wherever in it the song goes on.
    package func isElsewhere(than former: SectionPlace?) -> Bool {
        former.map { (index, pass) != ($0.index, $0.pass) } ?? true
    }

    /// All of its parts.
    package init(index: Int?, label: String?, pass: Int, times: Int, fromBeat: Int64) {
        self.index = index
        self.label = label
        self.pass = pass
        self.times = times
        self.fromBeat = fromBeat
    }

    /// The place of a stretch.
    init(_ stretch: SongCourse.Stretch, fromBeat: Int64) {
        self.init(
            index: stretch.written.section, label: stretch.written.label, pass: stretch.written.pass,
            times: stretch.times, fromBeat: fromBeat)
    }
}
