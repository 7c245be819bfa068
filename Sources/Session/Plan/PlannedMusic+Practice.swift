// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeRhythm

extension PlannedMusic {
    /// How far ahead the parts follow the trainers at least, in beats and in seconds.
    private static let ahead = (beats: Int64(64), seconds: 10.0)

    /// Makes the parts: those that are written, divided where the count-in ends and where a trainer changes tempo or silence.
    ///
    /// The part that plays stays up to the next beat, but for what is set by hand.
    mutating func practise(from played: Part?, nextBeat: Int64, throughBeat: Int64 = 0) {
        var course = course
        let tempo = played?.tempo ?? written[0].tempo
        let ahead = max(
            Self.ahead.beats, Int64(clamping: (Self.ahead.seconds * tempo.beatsPerMinute / 60).rounded(.down)),
            throughBeat - nextBeat)
        var end: Part?
        parts = []
        renewalBeat = nil
        // What a trainer has led to stays where it ends, up to a tempo that is set.
        var isLed = false
        for (index, part) in written.enumerated() {
            var part = part
            isLed = index > 0 && part.song == nil && !part.isTempoSet && (isLed || course.leadsTempo)
            if isLed, let tempo = parts.last?.tempo { part.tempo = tempo }
            if entersTrainers(index) { course.enter(part) }
            guard part.fromBeat < musicEnd ?? .max else { break }
            // A song says its tempo itself, and is heard.
            guard part.song == nil else {
                parts.append(part)
                continue
            }
            var piece = counted(part, atBeat: part.fromBeat)
            if index > 0 || played == nil {
                piece = practised(part, atBeat: part.fromBeat, by: course)
            } else if played?.isSilent ?? false {
                piece.silence()
            }
            parts.append(piece)
            let next = index + 1 < written.count ? written[index + 1].fromBeat : .max
            if let timer = course.strokes(in: part.grid, timed: timedEnd), timer < min(next, musicEnd ?? .max) {
                let isFirst = index > 0 && max(timer, nextBeat) <= part.fromBeat
                end = part.ending(atBeat: isFirst ? part.fromBeat : max(timer, nextBeat, part.fromBeat + 1))
                if isFirst {
                    // What waits for the beat with which the timer is over holds with the signal.
                    end?.changes = part.changes
                    parts.removeLast()
                }
                (musicEnd, endChange) = (end?.fromBeat, nil)
            }
            if let over = course.end(in: part.grid), over < min(next, musicEnd ?? .max) {
                let isFirst = index > 0 && max(over, nextBeat) <= part.fromBeat
                if isFirst { parts.removeLast() }
                musicEnd = isFirst ? part.fromBeat : max(over, nextBeat, part.fromBeat + 1)
                (end, endChange) = (nil, nil)
            }
            var beat = max(part.fromBeat + 1, nextBeat)
            let isSettled =
                course.isSettled(atBeat: beat, in: part.grid) && part.grid.bar(ofBeat: nextBeat + ahead) > 0
            if !isSettled { renewalBeat = nextBeat + ahead / 2 }
            guard !isSettled || piece.role != .music || part.grid.bar(ofBeat: beat) < 1 else { continue }
            while beat < min(next, musicEnd ?? .max, nextBeat + ahead) {
                let new = practised(part, atBeat: beat, by: course)
                if new.tempo != piece.tempo || new.role != piece.role || new.sounds != piece.sounds {
                    piece = new
                    parts.append(piece)
                }
                beat += 1
            }
        }
        guard var end, end.fromBeat == musicEnd else { return }
        end.tempo = parts[parts.count - 1].tempo
        parts.append(end)
        musicEnd = end.fromBeat + 1
    }

    /// Whether no plan changes anything from a beat on: the last beat is as it is, and so is an end that is decided, for a plan that
    /// moves it would always come too late.
    package func isDecided(fromBeat nextBeat: Int64) -> Bool {
        (decided(before: nextBeat) ?? first).role == .end || nextBeat > musicEnd ?? .max
    }

    /// Makes music whose end is decided louder or softer; all else stays. Returns a step without a beat.
    mutating func changeVolume(to settings: Settings) -> Step {
        for index in parts.indices { parts[index].volume = settings.audibleVolume }
        return Step()
    }

    /// The part that plays before a beat; nil where nothing does yet. What waits for the first beat may be taken back before that
    /// is decided.
    func decided(before nextBeat: Int64) -> Part? {
        parts.last { $0.fromBeat < nextBeat } ?? (parts[0].fromBeat > first.fromBeat ? parts[0] : nil)
    }

    /// Where the trainers have begun that hold for a beat.
    package func course(atBeat beat: Int64) -> PracticeCourse {
        var course = course
        for (index, part) in written.enumerated() where part.fromBeat <= beat && entersTrainers(index) {
            course.enter(part)
        }
        return course
    }

    /// Whether the trainers of a part are not yet in the course: the first is, but for what waits for its beat.
    private func entersTrainers(_ index: Int) -> Bool { index > 0 || !written[index].changes.isEmpty }

    /// A part from a beat on, as it is counted before the first bar.
    private func counted(_ part: Part, atBeat beat: Int64) -> Part {
        var part = part
        if beat > part.fromBeat { part.changes = [] }
        part.fromBeat = beat
        guard part.grid.bar(ofBeat: beat) < 1 else { return part }
        part.role = .count
        let place = part.grid.beatInBar(ofBeat: beat) - 1
        if let sounds = part.countIn?.sounds, !sounds.isEmpty {
            part.givenSounds = sounds[Int(Int64(place).flooredDivision(by: Int64(sounds.count)).remainder)]
        }
        return part
    }

    /// What the trainers make of a part from a beat on.
    private func practised(_ part: Part, atBeat beat: Int64, by course: PracticeCourse) -> Part {
        var piece = counted(part, atBeat: beat)
        if let tempo = course.tempo(ofBeat: beat, in: part.grid) { piece.tempo = tempo }
        if course.isSilent(beat: beat, in: part.grid) { piece.silence() }
        return piece
    }
}

extension PlannedMusic.Part {
    /// Leaves its beats, and has none of it heard.
    fileprivate mutating func silence() {
        accents = BeatAccents(bar: Array(repeating: .mute, count: grid.beatsPerBar))
        role = .silence
    }

    /// The beat with which a timer ends.
    fileprivate func ending(atBeat beat: Int64) -> Self {
        var part = self
        part.fromBeat = beat
        part.changes = []
        part.role = .end
        part.accents = BeatAccents(bar: Array(repeating: .bell, count: grid.beatsPerBar))
        return part
    }
}
