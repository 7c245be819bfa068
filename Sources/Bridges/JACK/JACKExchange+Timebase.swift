// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeSession

/// Whose bars and beats are followed, and what is told of them.
extension JACKExchange {
    /// After how many cycles that roll and in which JACK does not ask here it asks another program.
    private static let mostUnasked: Int64 = 8

    /// Whether another program tells bars and beats in place of this one: JACK asks its timebase master in each cycle that rolls.
    mutating func isReplaced(_ cycle: JACKCycle) -> Bool {
        guard let last = asked, ownsTimebase, isScoreTold, cycle.rolls, cycle.bars != nil, cycle.asked == last.count
        else {
            asked = (cycle.asked, cycle.frame)
            return false
        }
        return cycle.frame - last.frame > Self.mostUnasked * Int64(cycle.frames)
    }

    /// Beats of the metronome a minute; nil for what cannot be followed.
    func tempo(of bars: JACKCycle.Place) -> Double? {
        let tempo = bars.quarterBPM / beat
        return OutsideLine.tempi.contains(tempo) ? tempo : nil
    }

    /// A line of what the transport says.
    mutating func line(_ clock: JACKClock, atNs now: Int64) -> [Action] {
        guard let status, !hasSong, let score else {
            lineNs = nil
            return []
        }
        // What can't be told is tried again a while later, too.
        lineNs = now
        let cycle = clock.cycle
        var (quarters, tempo) = (score.quarters(atFrame: Double(cycle.place)), Optional(bpm))
        var quantum = status.beatsInBar.map(Double.init)
        if !ownsTimebase, let bars = cycle.bars {
            (quarters, tempo) = (bars.quarters, self.tempo(of: bars))
            quantum = bars.beatsPerBar * bars.unit / beat
        }
        guard let tempo, OutsideLine.tempi.contains(tempo), OutsideLine.beats.contains(quarters / beat) else {
            return []
        }
        let line = BridgeRequest.follow(
            source: Self.source, beat: JSONValue(quarters / beat),
            atNs: clock.heardNs(ofFrame: Double(cycle.frame)) + offsetNs, bpm: tempo,
            quantum: quantum.flatMap { Int(exactly: $0) })
        return [.request(line)]
    }
}

extension JACKCycle.Place {
    /// How long a beat is, in quarter notes.
    fileprivate var unit: Double { 4 / beatType }

    /// Quarter notes from the beginning of the music.
    fileprivate var quarters: Double {
        (Double(bar - 1) * beatsPerBar + Double(beat - 1) + Double(tick) / ticksPerBeat) * unit
    }

    /// Quarter notes a minute.
    fileprivate var quarterBPM: Double { bpm * unit }
}
