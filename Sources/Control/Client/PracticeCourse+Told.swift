// SPDX-License-Identifier: Apache-2.0

internal import Rhythm
package import Session

extension PracticeCourse {
    /// The trainers of a status at what is heard; while stopped, as the next start begins them. Nil where none is set, and where a
    /// song plays, which they wait for.
    ///
    /// The daemon tells where a trainer has begun. All that follows is computed from that, for it is not told with every bar.
    package init?(_ heard: HeardMoment, _ status: Status) {
        let told = status.practice
        guard heard.isPlaying ? told != nil : status.song == nil else { return nil }
        let grid = heard.isPlaying ? heard.grid : BarGrid(beatsPerBar: heard.grid.beatsPerBar)
        var practice = Practice()
        var begins: [(bar: Int64, add: (inout Practice) -> Void)] = []
        func add(_ bar: Int?, _ change: @escaping (inout Practice) -> Void) {
            guard bar != nil || !heard.isPlaying else { return }
            // A daemon's are far fewer; a grid can be calculated with up to there.
            begins.append((min(max(Int64(bar ?? 1), -1 << 40), 1 << 40), change))
        }
        if case .speed(var speed)? = status.trainer(.speed, "speed_trainer") {
            if let from = told?.speed?.from {
                speed.from = Int64(exactly: (min(max(from, 1), 1000) * 1000).rounded())
            }
            add(told?.speed?.fromBar) { $0.speed = speed }
        }
        if case .gap(let gap)? = status.trainer(.gap, "gap_trainer") { add(told?.gap?.fromBar) { $0.gap = gap } }
        if case .mute(let mute)? = status.trainer(.mute, "random_mute") { add(told?.mute?.fromBar) { $0.mute = mute } }
        if case .timer(let timer)? = status.trainer(.timer, "timer") {
            add(told?.timer?.fromBar) { $0.timer = timer }
        }
        let tempo = (try? Tempo(beatsPerMinute: status.bpm)) ?? Tempo()
        self.init()
        for (bar, change) in begins.sorted(by: { $0.bar < $1.bar }) {
            change(&practice)
            enter(practice, tempo: tempo, fromBeat: grid.beat(ofBar: bar, 1), in: grid)
        }
        if isEmpty { return nil }
    }
}

extension Status {
    /// A trainer that is set; nil where it is off.
    fileprivate func trainer(_ kind: Trainer.Kind, _ setting: String) -> Trainer? {
        otherSettings[setting]?.string.flatMap { try? Trainer(kind, parsing: $0) }
    }
}
