// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

/// What is noted of a run while it plays, for the journal.
struct JournalNotes: Equatable {
    /// Its first beat that is not counted in.
    let firstBeat: Int64
    /// When that beat is heard.
    private(set) var begin: ClockTime
    /// The slowest and the fastest tempo so far.
    private(set) var tempi: ClosedRange<Double>

    /// Nothing yet of a run that is counted in, or begins.
    init(_ run: HeardRun) {
        firstBeat = run.record.rules.firstBeat
        begin = run.time(ofBeat: firstBeat)
        let bpm = run.record.bpm(ofBeat: firstBeat)
        tempi = bpm...bpm
    }

    /// What was practised so far, the last at the end.
    private(set) var practised: [Practised] = []

    /// Notes what is practised.
    mutating func note(_ present: Practised) {
        var noted = present
        if let index = practised.firstIndex(where: { $0.passage == present.passage }) {
            noted = practised.remove(at: index)
            noted.add(present)
        }
        practised.append(noted)
        if practised.count > JournalEntry.mostPractised { practised.removeFirst() }
    }

    /// The offset has changed: the run is heard later by a number of milliseconds.
    mutating func shift(byMs milliseconds: Double) { begin = begin.advanced(bySeconds: milliseconds / 1000) }

    /// Notes a tempo that is in force from now on, in beats per minute.
    mutating func note(_ bpm: Double) { tempi = min(tempi.lowerBound, bpm)...max(tempi.upperBound, bpm) }
}

/// How much of a run was played, its count-in apart.
struct PlayedLength: Equatable {
    /// To a tenth of a second.
    let seconds: Double
    let beats: Int
    /// How many bars were begun.
    let bars: Int
    fileprivate let lastBeat: Int64

    /// Up to a frame, and without the strokes of a timer that is over; nil where no beat was heard.
    init?(
        of record: RunRecord, _ notes: JournalNotes, untilFrame frame: Int64, strokes: Int64?, _ heard: HeardClock
    ) {
        // The beat with which the music is over is not played.
        let over = min(record.endBeat ?? .max, strokes ?? .max)
        lastBeat = min(record.timeline.beat(atFrame: frame - 1), over - 1)
        guard lastBeat >= notes.firstBeat else { return nil }
        let end = heard.time(ofFrame: Double(min(frame, record.timeline.frame(ofBeat: lastBeat + 1))))
        seconds = (max(0, end.seconds(since: notes.begin)) * 10).rounded() / 10
        beats = Int(lastBeat + 1 - notes.firstBeat)
        bars = max(1, record.rules.bars(throughBeat: lastBeat))
    }
}

extension Performance {
    /// Begins to note what is played of a run, up to whose first beat anything may change.
    mutating func beginNotes(of record: RunRecord) {
        let notes = JournalNotes(HeardRun(record, heard))
        journalNotes = notes
        noteTempo(ofBeat: notes.firstBeat)
    }

    /// Notes the tempo that is in force from now on, and what is practised with it; of a song, the tempo and the bars at a beat.
    mutating func noteTempo(ofBeat beat: Int64? = nil) {
        guard journalNotes != nil, let record else { return }
        if song != nil {
            guard let beat else { return }
            // A tempo that changes all the time ends with the beat before.
            for beat in max(0, beat - 1)...max(0, beat) { journalNotes?.note(record.bpm(ofBeat: beat)) }
            if let bars = practised(atBeat: beat) { journalNotes?.note(bars.practised) }
            return
        }
        // A trainer that has just begun leads to another tempo than the one that is set.
        let trainedTempo = music.flatMap { music in
            music.course(atBeat: undecidedBeat - 1).leadsTempo
                ? music.parts.last { $0.fromBeat < undecidedBeat }?.tempo : nil
        }
        let bpm = (trainedTempo ?? settings.tempo).beatsPerMinute
        journalNotes?.note(bpm)
        if let preset = settings.preset, let goal = settings.practice.goal {
            journalNotes?.note(Practised { ($0.preset, $0.bpm, $0.goalBpm) = (preset.text, bpm, goal) })
        }
    }

    /// The bars of a song that are practised at a beat, and how many of the notes that the tempo of the file counts a beat has; nil
    /// for none.
    private func practised(atBeat beat: Int64) -> (practised: Practised, note: Double)? {
        guard let played = musicInForce?.song(ofBeat: beat), let practice = played.practice, let loop = played.loop,
            loop.lowerBound < loop.upperBound
        else { return nil }
        let stretch = played.course.stretches[played.course.stretch(ofBeat: loop.lowerBound)]
        let part = stretch.written.part
        guard let length = try? part.length else { return nil }
        // Both tempi are those of the first beat: within the bars the tempo may change.
        let distance = stretch.beat.times(loop.lowerBound - stretch.begin) ?? .zero
        let written = part.tempo.tempo(at: distance, of: length).beatsPerMinute
        let practised = Practised {
            // The song that is wanted may be another one already.
            $0.song = played.name
            $0.fromBar = played.course.bar(ofBeat: loop.lowerBound)
            $0.toBar = played.course.lastBar(in: loop)
            ($0.bpm, $0.goalBpm) = (written * played.scale(at: beat).value, written * practice.goal.value)
        }
        return (practised, stretch.beat.value / max(part.beat.value, 0.001))
    }

    /// Adds a run that has ended to the journal, where one is kept and a beat of it was heard.
    mutating func addToJournal(_ record: RunRecord, _ played: PlayedLength?) {
        guard settings.keepsJournal, let played else { return }
        let bars = song == nil ? nil : practised(atBeat: played.lastBeat)
        if let bars { journalNotes?.note(bars.practised) }
        if song != nil { journalNotes?.note(record.bpm(ofBeat: played.lastBeat)) }
        guard let notes = journalNotes else { return }
        let entry = JournalEntry {
            ($0.seconds, $0.beats, $0.bars) = (played.seconds, played.beats, played.bars)
            $0.song = song.map(\.name)
            $0.preset = song == nil ? settings.preset?.text : nil
            $0.practised = notes.practised.isEmpty ? nil : notes.practised
            let note = bars?.note ?? 1
            $0.bpm = (song == nil ? settings.tempo.beatsPerMinute : record.bpm(ofBeat: played.lastBeat)) * note
            $0.minBpm = notes.tempi.lowerBound * note
            $0.maxBpm = notes.tempi.upperBound * note
            $0.meter = playedSong(atBeat: played.lastBeat, of: musicInForce)?.stretch.meter ?? shownMeter
            $0.score = score.total.count > 0 ? ScoreState(score, isOn: comparesStrokes, withBars: false).total : nil
        }
        // The clock of the day may have been set since the run began.
        let (begin, end) = (moment.unixSeconds(of: min(notes.begin, now)), moment.unixSeconds(of: now))
        actions.append(.addToJournal(entry, beganAt: begin, endedAt: end))
    }
}

extension LoadedSong {
    /// What a reader calls it.
    fileprivate var name: String { course.song.name(inFile: path) }
}

extension PlayedSong {
    /// What a reader calls it.
    fileprivate var name: String { course.song.name(inFile: path) }
}

extension Song {
    /// Its title, else the name of its file.
    fileprivate func name(inFile path: String) -> String {
        title ?? path.split(separator: "/").last.map(String.init) ?? path
    }
}
