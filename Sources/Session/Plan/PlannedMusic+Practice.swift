// SPDX-License-Identifier: Apache-2.0

internal import Rhythm

extension PlannedMusic {
    /// So many beats ahead the parts follow the trainers at least, and so many seconds.
    private static let ahead = (beats: Int64(64), seconds: 16.0)

    /// Makes the parts: those that are written, divided where a trainer changes tempo or silence.
    ///
    /// The part that plays stays up to the next beat, but for what is set by hand.
    mutating func practise(from played: Part?, nextBeat: Int64) {
        var course = course
        let tempo = played?.tempo ?? course.tempo(ofBeat: 0, in: written[0].grid) ?? written[0].tempo
        let ahead = max(Self.ahead.beats, Int64(Self.ahead.seconds * tempo.beatsPerMinute / 60))
        parts = []
        renewalBeat = nil
        for (index, part) in written.enumerated() {
            if index > 0 { course.enter(part) }
            guard part.fromBeat < endBeat ?? .max else { break }
            var piece = part
            if index > 0 || played == nil {
                piece = part.practised(atBeat: part.fromBeat, by: course)
            } else if played?.isSilent ?? false {
                piece.silence()
            }
            parts.append(piece)
            var beat = max(part.fromBeat + 1, nextBeat)
            guard !course.isSettled(atBeat: beat, in: part.grid) || piece.isSilent else { continue }
            let next = index + 1 < written.count ? written[index + 1].fromBeat : .max
            if let end = course.end(in: part.grid), end < min(next, endBeat ?? .max) {
                endBeat = max(end, nextBeat, part.fromBeat + 1)
            }
            renewalBeat = nextBeat + ahead / 2
            while beat < min(next, endBeat ?? .max, nextBeat + ahead) {
                let new = part.practised(atBeat: beat, by: course)
                if new.tempo != piece.tempo || new.isSilent != piece.isSilent {
                    piece = new
                    parts.append(piece)
                }
                beat += 1
            }
        }
    }

    /// Where the trainers have begun that hold for a beat.
    package func course(atBeat beat: Int64) -> PracticeCourse {
        var course = course
        for part in written.dropFirst() where part.fromBeat <= beat { course.enter(part) }
        return course
    }
}

extension PlannedMusic.Part {
    /// What the trainers make of it from a beat on.
    fileprivate func practised(atBeat beat: Int64, by course: PracticeCourse) -> Self {
        var part = self
        if let tempo = course.tempo(ofBeat: beat, in: grid) { part.tempo = tempo }
        if course.isSilent(beat: beat, in: grid) { part.silence() }
        part.fromBeat = beat
        if beat > fromBeat { part.changes = [] }
        return part
    }

    /// Leaves its beats, and has none of it heard.
    fileprivate mutating func silence() {
        accents = BeatAccents(bar: Array(repeating: .mute, count: grid.beatsPerBar))
        isSilent = true
    }
}
