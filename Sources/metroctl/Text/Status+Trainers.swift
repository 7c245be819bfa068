// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeSession

extension Status {
    /// The trainers that are set, a line for each, and where they are.
    var trainers: String {
        let lines = trainerLines.filter { Trainer.Kind.endedByOff.contains($0.0) }
        return lines.isEmpty ? "no trainer" : lines.map { "\($0.0.rawValue) \($0.1)" }.joined(separator: "\n")
    }

    /// Each trainer that is set, and what is to be said of it.
    var trainerLines: [(Trainer.Kind, String)] {
        Trainer.Kind.allCases.compactMap { kind in
            guard let text = settings.others[kind.member]?.string, text != "off" else { return nil }
            let facts = practice?.trainers[kind.rawValue]?.mapValues { PlainValue($0) }
            let present = ToldPlace(
                beat: position?.beatIndex ?? 0, beatInBar: position?.beat ?? 1, beatsPerBar: beatsInBar ?? 1)
            let place = facts.flatMap { kind.rules.sentence($0, bpm: bpm, at: present) }
            // A song is played as it is written.
            let rests = song != nil && kind != .prompt ? " (not while a song is loaded)" : ""
            return (kind, kind.rules.told(text) + (place.map { ": \($0)" } ?? rests))
        }
    }

    /// Where the trainers are at what is heard, for a line that is drawn again and again: `to 120, 85 in 2 bars`, `gap: bar 1
    /// of 2, silent`, `4:12 left`. None while nothing plays.
    func practiceParts(_ heard: HeardMoment, atNs now: Int64) -> [String] {
        guard heard.isPlaying, let course = PracticeCourse(heard, self) else { return [] }
        return course.places(heard, atNs: now, self).compactMap { $0.rules.words(at: $0.place) }
    }
}
