// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm
package import MetronomeSession

extension PracticeCourse {
    /// The trainers of a status at what is heard; while stopped, as the next start begins them. Nil where none is set, and where a
    /// song plays, which they wait for.
    ///
    /// The daemon tells where a trainer has begun, and not what follows with every bar: the rest is computed.
    package init?(_ heard: HeardMoment, _ status: Status) {
        let told = status.practice
        guard heard.isPlaying ? told != nil : status.song == nil else { return nil }
        let grid = heard.gridOfRun
        let tempo = (try? Tempo(beatsPerMinute: status.bpm)) ?? Tempo()
        self.init()
        for kind in Trainer.Kind.allCases {
            let facts = told?.trainers[kind.rawValue]
            guard facts != nil || !heard.isPlaying, let (trainer, bar) = status.trainer(kind) else { continue }
            let from = facts?["from"]?.number.flatMap { try? Tempo(beatsPerMinute: min(max($0, 1), 1000)) }
            begin(trainer, withBar: bar, at: tempo, from: from, in: grid)
        }
        if isEmpty { return nil }
    }

    /// Where each of them is at what is heard at a time; while stopped, where the next start begins it.
    package func places(
        _ heard: HeardMoment, atNs now: Int64, _ status: Status
    ) -> [(rules: any TrainerRules, place: TrainerPlace)] {
        begun.map { one in
            let facts = status.practice?.trainers[one.trainer.kind.rawValue]
            let position = heard.isPlaying ? heard.position : BeatPosition(whole: 0)
            var place = TrainerPlace(one.begin, position, in: heard.gridOfRun)
            place.isPlaying = heard.isPlaying
            place.endBeat = facts?["end_beat"]?.integer.map(Int64.init)
            place.secondsLeft = facts?["end_ns"]?.integer.map { (Double($0) - Double(now)) / 1e9 }
            return (one.rules, place)
        }
    }
}

extension Status {
    /// A trainer, and the bar that it has begun with; while stopped, the first one. Nil for none that can be read.
    func trainer(_ kind: Trainer.Kind) -> (Trainer, fromBar: Int64)? {
        guard let text = settings.others[kind.member]?.string, let trainer = try? Trainer(kind, parsing: text) else {
            return nil
        }
        // A daemon's are far fewer; a grid can be calculated with up to there.
        let bar = Int64(practice?.trainers[kind.rawValue]?["from_bar"]?.integer ?? 1)
        return (trainer, min(max(bar, -1 << 40), 1 << 40))
    }
}

extension HeardMoment {
    /// The bars of the run; while stopped, those of the next.
    fileprivate var gridOfRun: BarGrid { isPlaying ? grid : BarGrid(beatsPerBar: grid.beatsPerBar) }
}
