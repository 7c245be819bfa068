// SPDX-License-Identifier: Apache-2.0

package import Rhythm

/// The metronome's music of one run, as it was sent to be played: its tempo, and which meter and bell hold from which beat on.
///
/// A new tempo or bell changes it where the plan takes hold; a new meter from a beat on that has not been started, up to
/// which it stays the same.
package struct MeteredMusic: Sendable, Hashable {
    /// The tempo in force.
    package private(set) var tempo: Tempo
    /// The rules, in the order of their beats; never empty.
    package private(set) var rules: [BarRules.Rule]

    /// A run from beat 0 on.
    package init(tempo: Tempo, beatsPerBar: Int, bell: BellPattern?) {
        self.tempo = tempo
        rules = [BarRules.Rule(fromBeat: 0, grid: BarGrid(beatsPerBar: beatsPerBar), bell: bell)]
    }

    /// Takes in what has changed. A new meter begins a bar at `nextBeat`, unless an earlier one waits for a beat that has not
    /// come: that one is replaced.
    /// - Returns: the beat of the new meter, if there is one.
    package mutating func change(tempo: Tempo, beatsPerBar: Int, bell: BellPattern?, nextBeat: Int64) -> Int64? {
        self.tempo = tempo
        while rules.count > 1, rules[1].fromBeat <= nextBeat { rules.removeFirst() }
        for index in rules.indices { rules[index].bell = bell }
        guard let last = rules.last, last.grid.beatsPerBar != beatsPerBar else { return nil }
        if rules.count > 1 { rules.removeLast() }
        let present = rules[rules.count - 1]
        guard present.grid.beatsPerBar != beatsPerBar else { return nil }
        let grid = present.grid.changing(beatsPerBar: beatsPerBar, atBeat: nextBeat)
        if present.fromBeat >= nextBeat { rules.removeLast() }
        rules.append(BarRules.Rule(fromBeat: nextBeat, grid: grid, bell: bell))
        return nextBeat
    }

    /// The same as passages: one up to each new meter, and one without end.
    package var arrangement: Arrangement {
        var passages: [Passage] = []
        for (index, rule) in rules.enumerated() {
            var passage = Passage(tempo: tempo, beatsPerBar: rule.grid.beatsPerBar, bell: rule.bell)
            if index + 1 < rules.count { passage.length = Ratio(rules[index + 1].fromBeat - rule.fromBeat) }
            passages.append(passage)
        }
        return Arrangement(begin: Position(whole: rules[0].fromBeat), passages: passages)
    }
}
