// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Rhythm
internal import Session

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

extension Performance {
    /// Adds a run that ended at a frame to the journal, where one is kept and a beat of it was heard.
    mutating func addToJournal(_ record: RunRecord, endedAtFrame frame: Int64) {
        guard settings.keepsJournal, let notes = journalNotes else { return }
        // The beat with which the music is over is not played.
        let last = min(record.timeline.beat(atFrame: frame - 1), (record.endBeat ?? .max) - 1)
        guard last >= notes.firstBeat else { return }
        let end = heard.time(ofFrame: Double(min(frame, record.timeline.frame(ofBeat: last + 1))))
        let (bar, beats) = (record.rules.rule(ofBeat: last).grid.bar(ofBeat: last), last + 1 - notes.firstBeat)
        let entry = JournalEntry {
            $0.seconds = (max(0, end.seconds(since: notes.begin)) * 10).rounded() / 10
            $0.beats = Int(beats)
            $0.bars = Int(bar)
            $0.bpm = song == nil ? settings.tempo.beatsPerMinute : record.bpm(ofBeat: last)
            $0.minBpm = notes.tempi.lowerBound
            $0.maxBpm = notes.tempi.upperBound
            $0.meter = shownMeter
            $0.score = score.total.count > 0 ? ScoreState(score, isOn: isScoring, withBars: false).total : nil
        }
        actions.append(.addToJournal(entry, beganAt: notes.beganAt, endedAt: moment.unixSeconds))
    }
}
