// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm
internal import MetronomeSession

extension Launch {
    /// The settings with which each lane is heard alone, by its name, without those that are muted; all of it in one, without a name,
    /// where no stems are asked for.
    static func stems(of settings: Settings, isAsked: Bool) throws -> [(name: String?, settings: Settings)] {
        guard isAsked else { return [(nil, settings)] }
        let own = WrittenLane.own.prefix(settings.subdivision > 1 ? 2 : 1)
        let all = own + settings.lanes.lanes.filter { $0.pattern != nil }.map(\.name)
        let isAnySolo = settings.lanes.lanes.contains(where: \.isSolo)
        let heard = all.filter { name in
            let lane = settings.lanes[name]
            return isAnySolo ? lane?.isSolo ?? false : !(lane?.isMuted ?? false)
        }
        let beat = WrittenLane.own[0]
        return try heard.map { name in
            let edits = try all.map { other throws(RhythmError) in
                var edit = try LaneEdit(name: other)
                edit.isSolo = other == name
                // A count-in is heard also where the beats are not: once in all stems together.
                if other == beat, name != beat, name != heard[0] { try edit.read("gain=0%") }
                return LaneChange.set(edit)
            }
            return (name, try Edit.lanes(edits).applied(to: settings))
        }
    }

    /// The music of a song in which each lane is heard alone, by its name, without those that are muted throughout; all of it in one,
    /// without a name, where no stems are asked for.
    func stems(
        of music: Arrangement?, _ lanes: SongLanes, isAsked: Bool
    ) -> [(name: String?, music: Arrangement?)] {
        guard isAsked, let music else { return [(nil, music)] }
        let all = Set(music.passages.flatMap(\.lanes).map(\.id))
        let heard = all.filter { id in
            music.passages.contains { passage in
                passage.lanes.contains { $0.id == id } && passage.mixes[id]?.isMuted != true
            }
        }
        return heard.sorted().map { id in
            var stem = music
            // A passage without a lane mutes it too: what sounds on from the passage before is not of this stem.
            for index in stem.passages.indices {
                for other in all where other != id {
                    stem.passages[index].mixes[other, default: LaneMix()].isMuted = true
                }
            }
            return (WrittenLane.own.indices.contains(id) ? WrittenLane.own[id] : lanes.name(ofLane: id), stem)
        }
    }
}

extension String {
    /// The path of a file of its own for a part: `click-hat.wav` for `hat` of `click.wav`.
    func stem(_ part: String?) -> String {
        guard let part else { return self }
        guard let dot = lastIndex(of: "."), !self[dot...].contains("/") else { return "\(self)-\(part)" }
        return "\(self[..<dot])-\(part)\(self[dot...])"
    }
}
