// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeRhythm

extension PlannedMusic {
    /// The beat with which a bar begins that comes a number of bars after the bar of a beat, as they are played: what is repeated
    /// counts each time. Nil where the music is over before.
    package func barLine(_ bars: Int, after beat: Int64) -> Int64? {
        var count = BarCount(left: Int64(bars), beat: beat)
        for (index, part) in written.enumerated() {
            let end = index + 1 < written.count ? written[index + 1].fromBeat : musicEnd ?? .max
            if let line = count.line(in: part, before: end) { return line }
        }
        return nil
    }

    /// Whether bars have other numbers from a beat on than the bars before it lead to.
    func renumbersBars(atBeat beat: Int64) -> Bool {
        guard let index = written.firstIndex(where: { $0.fromBeat == beat }), index > 0 else { return false }
        let part = written[index]
        // Behind a song the metronome goes on with the numbers.
        guard part.song == nil else { return part.song?.path != written[index - 1].song?.path }
        return part.countIn?.fromBeat == beat
    }
}

/// Counts bar lines, from one part to the next.
private struct BarCount {
    /// How many bar lines are still to come.
    var left: Int64
    /// The beat up to which they are counted.
    var beat: Int64

    /// The last of the bar lines; nil where it does not come before a beat.
    mutating func line(in part: PlannedMusic.Part, before end: Int64) -> Int64? {
        var leftAfterPass: Int64?
        while beat + 1 < end, let (grid, gridEnd) = part.bars(atBeat: beat + 1) {
            let stop = min(end, gridEnd)
            let bar = grid.bar(ofBeat: beat)
            let line = grid.beat(ofBar: bar + left, 1)
            if line < stop { return line }
            left -= grid.bar(ofBeat: stop - 1) - bar
            beat = stop - 1
            guard let beats = part.song?.passLength(endingAt: stop) else { continue }
            if let leftAfterPass {
                // Each pass has as many bars as this one.
                let bars = max(1, leftAfterPass - left)
                let passes = min((left - 1).quotient(by: bars), (end - stop).quotient(by: beats))
                left -= passes * bars
                beat += passes * beats
            }
            leftAfterPass = left
        }
        return nil
    }
}

extension PlannedMusic.Part {
    /// The bars at a beat, and the beat before which they are counted so; nil where its song is over.
    fileprivate func bars(atBeat beat: Int64) -> (grid: BarGrid, end: Int64)? {
        guard let song else { return (grid, .max) }
        return song.span(at: beat).map { (song.rule(of: $0).grid, $0.end) }
    }
}
