// SPDX-License-Identifier: Apache-2.0

#if DEBUG || Fuzzing
internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

/// A run that is played on keeps its phase: its beats lie where the saved run has them, and where they were told to lie before the
/// daemon ended, under the numbers of their bars.
struct ResumptionLaw {
    /// When it is looked at: by then a card is open, or is known to be missing.
    let dueNs: Int64
    private let run: SavedRun
    /// What was told before; nil where that is not what was saved.
    private let former: TimelineState?

    init(of run: SavedRun, _ former: TimelineState?, atNs now: Int64) {
        dueNs = now + 4_000_000_000
        (self.run, self.former) = (run, former)
    }

    /// Time has gone by in which nobody did anything.
    func look(at timeline: TimelineState?, atNs now: Int64) throws(BrokenLaw) {
        // A song may be over by then, and from a loop it begins anew.
        guard run.song == nil else { return }
        guard let timeline, let heard = HeardTimeline(timeline) else {
            throw BrokenLaw("a run that was interrupted is played on: nothing plays 4 s after that")
        }
        let index = heard.position(at: ClockTime(nanoseconds: now)).whole + 1
        guard let time = heard.beat(index)?.time, let present = Self.place(of: index, in: timeline) else { return }
        let beats = time.seconds(since: run.time) * 1e9 / run.beatNs
        let count = Int(beats.rounded())
        let seconds = abs(beats - Double(count)) * run.beatNs / 1e9
        let span = max(abs(time.seconds(since: run.time)), time.seconds(since: ClockTime(nanoseconds: now)))
        try law(
            seconds <= Self.tolerance(span),
            "a run that is played on keeps its phase: beat \(index) is \(seconds * 1e3) ms off that which was saved")
        let beat = run.beat - 1 + count
        let place = (
            bar: Int(run.bar) + Int((Double(beat) / Double(run.beatsPerBar)).rounded(.down)),
            beat: (beat % run.beatsPerBar + run.beatsPerBar) % run.beatsPerBar + 1
        )
        try law(present == place, "a run that is played on is in its bar: \(present), and \(place) by what was saved")
        guard let former, let told = HeardTimeline(former) else { return }
        let near = told.position(at: time.advanced(bySeconds: run.beatNs / 2e9)).whole
        guard let toldTime = told.beat(near)?.time, let toldPlace = Self.place(of: near, in: former) else { return }
        let difference = time.seconds(since: toldTime)
        try law(
            abs(difference) <= Self.tolerance(span),
            "a run that is played on keeps its phase: beat \(index) is \(difference * 1e3) ms off that which was told")
        try law(present == toldPlace, "a run that is played on is in its bar: \(present), and \(toldPlace) was told")
    }

    /// By how many seconds a beat may be off that is so many seconds from the beat that was saved, or ahead: until the rate of a card
    /// is measured, its crystal goes on being wrong.
    private static func tolerance(_ span: Double) -> Double { 0.001 + 200e-6 * span }

    private static func place(of beat: Int64, in timeline: TimelineState) -> (bar: Int, beat: Int)? {
        let bars = timeline.bars.last { $0.fromBeat <= Int(beat) }
        return bars.map { $0.place(of: Int(beat)) }
    }
}
#endif
