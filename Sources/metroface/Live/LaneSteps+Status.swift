// SPDX-License-Identifier: Apache-2.0

import Faces
internal import MetronomeBounds
import MetronomeControl
import MetronomeRhythm

extension LaneSteps {
    /// The strokes in a bar of `beatsPerBar` beats: of the lanes that are set, or of the lanes of the song in the present bar.
    /// Lanes whose cycle does not fit into the bar are left out, for they play something else in each bar.
    static func all(in status: Status, beatsPerBar: Int) -> [LaneSteps] {
        let lanes = status.song?.lanes ?? status.settings.others["lanes"]?.array ?? []
        let isAnySolo = lanes.contains { $0["solo"]?.bool == true }
        let bar = Array(repeating: Ratio.one, count: beatsPerBar)
        return lanes.compactMap { lane in
            guard let name = lane["name"]?.string, let text = lane["pattern"]?.string,
                let written = try? WrittenPattern(parsing: text), written.schedule == nil,
                lane["from"]?.string ?? "bar" == "bar", written.usualAnchor(inBarsOf: bar) == .bar,
                let pattern = try? written.pattern(inBarsOf: bar)
            else { return nil }
            let (cycle, length) = (Int(pattern.cycle), beatsPerBar * Int(pattern.denominator))
            let steps = (0..<max(1, length.quotient(by: cycle))).flatMap { round in
                pattern.onsets.map { onset in
                    Step(Double(round * cycle + Int(onset.place)) / Double(length), onset.accent)
                }
            }
            let isHeard = lane["mute"]?.bool != true && (!isAnySolo || lane["solo"]?.bool == true)
            return LaneSteps(name: name, steps: steps.filter { $0.accent != .mute }, isHeard: isHeard)
        }
    }
}
