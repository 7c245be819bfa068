// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

/// What is noted of a run while it plays, for the journal.
struct JournalNotes: Equatable {
    /// Its first beat that is not counted in.
    let firstBeat: Int64
    /// When that beat is heard.
    let begin: ClockTime
    /// The time of `begin`, in seconds since 1970.
    let beganAt: Int
    /// The slowest and the fastest tempo so far.
    private(set) var tempi: ClosedRange<Double>

    init(_ run: HeardRun, _ grid: BarGrid, beganAt: Int) {
        self.beganAt = beganAt
        firstBeat = grid.bar(ofBeat: 0) < 1 ? grid.beat(ofBar: 1, 1) : 0
        begin = run.time(ofBeat: firstBeat)
        let bpm = run.record.bpm(ofBeat: firstBeat)
        tempi = bpm...bpm
    }

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
    /// The bars that were practised last, how many times as fast as the last beat the goal is, and how many of the notes that the
    /// tempo of the file counts a beat has; nil for none.
    private func practised(untilBeat beat: Int64) -> (bars: (Int, Int), way: Double, note: Double)? {
        guard let played = musicInForce?.song(ofBeat: beat), let practice = played.practice, let loop = played.loop,
            loop.lowerBound < loop.upperBound
        else { return nil }
        let bars = (played.course.bar(ofBeat: loop.lowerBound), played.course.bar(ofBeat: loop.upperBound - 1))
        let stretch = played.course.stretches[played.course.stretch(ofBeat: loop.lowerBound)]
        let note = stretch.beat.value / max(stretch.written.part.beat.value, 0.001)
        return (bars, practice.goal.value / max(played.scale(at: beat).value, 0.01), note)
    }

    /// Adds a run that has ended to the journal, where one is kept and a beat of it was heard.
    mutating func addToJournal(_ record: RunRecord, _ played: PlayedLength?) {
        guard settings.keepsJournal, let notes = journalNotes, let played else { return }
        let entry = JournalEntry {
            ($0.seconds, $0.beats, $0.bars) = (played.seconds, played.beats, played.bars)
            $0.bpm = song == nil ? settings.tempo.beatsPerMinute : record.bpm(ofBeat: played.lastBeat)
            $0.song = song.map(\.name)
            if song == nil {
                $0.preset = settings.preset?.text
                $0.goalBpm = settings.practice.goal
            }
            let practised = practised(untilBeat: played.lastBeat)
            if let practised {
                ($0.fromBar, $0.toBar) = practised.bars
                $0.bpm *= practised.note
                $0.goalBpm = $0.bpm * practised.way
            }
            let note = practised?.note ?? 1
            $0.minBpm = notes.tempi.lowerBound * note
            $0.maxBpm = notes.tempi.upperBound * note
            $0.meter = shownMeter
            $0.score = score.total.count > 0 ? ScoreState(score, isOn: comparesStrokes, withBars: false).total : nil
        }
        actions.append(.addToJournal(entry, beganAt: notes.beganAt, endedAt: moment.unixSeconds))
    }
}

extension LoadedSong {
    /// What a reader calls it: its title, else the name of its file.
    fileprivate var name: String { course.song.title ?? path.split(separator: "/").last.map(String.init) ?? path }
}
