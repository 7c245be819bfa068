// SPDX-License-Identifier: Apache-2.0

import Faces
import MetronomeControl
import MetronomeRhythm
import MetronomeSession

extension Moment {
    /// The moment as it is heard at a time, and what moves by what was announced; tempo and meter are those of `other` where
    /// the status has none that can be read.
    init(
        _ heard: HeardMoment, atNs heardNs: Int64, _ status: Status, _ motion: ToldMotion = ToldMotion(),
        else other: Moment
    ) {
        let bell = status.bell.flatMap { try? BellPattern(every: $0.every, on: $0.on) }
        // The bell's groups may be counted from another bar. Then only what is heard now is known.
        let isOfBar = bell?.rings(onBeat: heard.position.whole, in: heard.grid) ?? false == heard.ringsBell
        let present = heard.ringsBell ? try? BellPattern(every: 1, on: 1) : nil
        self.init(
            position: heard.position, tempo: (try? Tempo(beatsPerMinute: heard.bpm)) ?? other.tempo,
            meter: (try? Meter(parsing: status.meter)) ?? other.meter, grid: heard.grid,
            bell: .some(isOfBar ? bell : present), isPlaying: heard.isPlaying, values: motion.values(atNs: heardNs))
        values["pendulum.angle"] = heard.angle
        accents = (try? Accent.accents(signs: status.heard.accents)) ?? []
        let swing = (try? Swing(parsing: status.heard.swing)) ?? .even
        let parts = Pattern(subdivision: status.heard.subdivision, swing: swing)
        subdivisions = parts.map { parts in parts.onsets.map { Double($0.place) / Double(parts.denominator) } } ?? []
        if let course = PracticeCourse(heard, status) {
            practice = course.places(heard, atNs: heardNs, status).map { $0.rules.panel(at: $0.place) }
        }
        section = ShownSection(heard, status)
        lanes = LaneSteps.all(in: status, beatsPerBar: heard.grid.beatsPerBar)
    }
}
