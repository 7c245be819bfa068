// SPDX-License-Identifier: Apache-2.0

package import MetronomeRhythm

extension PlannedMusic {
    /// The music as passages, up to the horizon. `kits` lists the sounds of each kit.
    package func arrangement(kits: [SoundChoice]) -> Arrangement {
        // Where all parts are mixed alike, the plan says how.
        let mixes = parts[0].ownMixes
        let changesMixes = parts.contains { $0.ownMixes != mixes || ($0.song == nil) != (parts[0].song == nil) }
        let passages = intervals.flatMap { interval -> [Passage] in
            let part = parts[interval.part]
            guard part.song == nil else {
                let numbers = part.choices.map { kits.firstIndex(of: $0) ?? 0 }
                let counted = interval.rule.isCountIn ? part.songCountInSounds?.ofEachBeat : nil
                let ofBeats = (counted ?? part.sounds.ofBeats).map { kits.firstIndex(of: $0) ?? 0 }
                return interval.passages.map { passage in
                    var passage = passage
                    passage.volume *= part.volume
                    if interval.part > 0, changesMixes { passage.mixes.merge(part.mixes) { said, _ in said } }
                    for lane in passage.lanes.indices { passage.lanes[lane].kit = numbers[passage.lanes[lane].kit] }
                    passage.setBeatKits(ofBeats)
                    return passage
                }
            }
            var passage = Passage(
                curve: TempoCurve(part.tempo), bar: Array(repeating: .one, count: part.grid.beatsPerBar),
                lanes: part.lanes(kits: kits), volume: part.volume)
            if interval.part > 0, changesMixes { passage.mixes = part.mixes }
            passage.length = interval.end.flatMap { Ratio($0 - interval.begin) }
            return [passage]
        }
        let begin = Ratio(whole: parts[0].fromBeat)
        let music = Arrangement(begin: Position(units: begin), passages: passages)
        let bridged = stretches.reduce(music) { music, stretch in
            guard let from = max(stretch.from, begin).subtracting(begin), let to = stretch.to.subtracting(begin) else {
                return music
            }
            return music.holding(stretch.tempo, from: from, to: to) ?? music
        }
        return corrected(bridged, begin: begin)
    }
}

extension Passage {
    /// Has the beats of its bars played with kits of their own; none: all with one.
    package mutating func setBeatKits(_ kits: [Int]) {
        for lane in lanes.indices where lanes[lane].id == 0 { lanes[lane].beatKits = kits }
    }
}
