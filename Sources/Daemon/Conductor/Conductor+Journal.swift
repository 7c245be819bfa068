// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Linux
internal import Rhythm
internal import Session

/// What is noted of a run while it plays, for the journal.
struct JournalNotes {
    /// Its first beat that is not counted in.
    let firstBeat: Int64
    /// When that is heard.
    let begin: ClockTime
    /// The same by the calendar.
    let start = LocalTime.now
    /// The slowest and the fastest tempo so far.
    private(set) var tempi: ClosedRange<Double>

    init(_ run: HeardRun, _ grid: BarGrid) {
        firstBeat = grid.bar(ofBeat: 0) < 1 ? grid.beat(ofBar: 1, 1) : 0
        begin = run.time(ofBeat: firstBeat)
        let bpm = run.record.beat(firstBeat).bpm
        tempi = bpm...bpm
    }

    /// Notes a tempo that is in force from now on, in beats per minute.
    mutating func note(_ bpm: Double) { tempi = min(tempi.lowerBound, bpm)...max(tempi.upperBound, bpm) }
}

extension Conductor {
    /// The line of a run that ended at a frame; nil where no beat of it was heard, and while no journal is kept.
    func journalEntry(of record: RunRecord, endedAtFrame frame: Int64) -> JournalEntry? {
        guard settings.keepsJournal, let notes = journalNotes else { return nil }
        // The beat with which the music is over is not played.
        let last = min(record.timeline.beat(atFrame: frame - 1), (record.endBeat ?? .max) - 1)
        guard last >= notes.firstBeat else { return nil }
        let end = heard.time(ofFrame: Double(min(frame, record.timeline.frame(ofBeat: last + 1))))
        let (bar, beats) = (record.beat(last).bar, last + 1 - notes.firstBeat)
        return JournalEntry(
            start: notes.start.description, end: LocalTime.now.description,
            seconds: (max(0, end.seconds(since: notes.begin)) * 10).rounded() / 10, beats: Int(beats),
            bars: Int(bar), bpm: song == nil ? settings.tempo.beatsPerMinute : record.beat(last).bpm,
            minBpm: notes.tempi.lowerBound, maxBpm: notes.tempi.upperBound, meter: shownMeter,
            score: score.total.count > 0 ? ScoreState(score, isOn: isScoring, withBars: false).total : nil)
    }
}
