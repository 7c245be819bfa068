// SPDX-License-Identifier: Apache-2.0

package import MetronomeRhythm

/// What is heard of the music around a beat, whoever says it: the settings, a trainer, a preset or a song.
package struct PresentMusic: Sendable, Hashable {
    /// A lane that is played, whether it is muted or not.
    package struct Lane: Sendable, Hashable {
        /// Its name: `beat` and `subdivision` are the metronome's own.
        package var name: String
        /// As it is written; nil for the metronome's own.
        package var written: WrittenLane?
        /// Its sounds.
        package var sounds: SoundChoice
        /// How it is mixed, solo included.
        package var mix: LaneMix
    }

    /// The meter as one writes it: 6/8 for two dotted quarters.
    package var meter: String
    /// The bars, the accents and the section.
    package var rule: BarRules.Rule
    /// Into how many parts each beat is divided.
    package var subdivision: Int
    /// How two of them share their time.
    package var swing: Swing
    /// The gain of all of it: the volume, times that of the section; 0 while muted.
    package var volume: Double
    /// What is played, in the order of the lanes' numbers.
    package var lanes: [Lane]

    /// What a start would play first, after what is counted in.
    package init(startOf settings: Settings, song: LoadedSong?) {
        let song = song.map { PlayedSong($0, fromBeat: 0, countsIn: false) }
        let part = PlannedMusic.Part(
            fromBeat: 0, settings, grid: BarGrid(beatsPerBar: settings.countedMeter.beats), song: song)
        let span = song?.span(at: 0)
        self.init(
            part, span.flatMap { song?.rule(of: $0) } ?? part.rule,
            passage: span.flatMap { song?.passages(of: $0).first }, atBeat: 0)
    }

    /// A part, with the passage of its song.
    fileprivate init(_ part: PlannedMusic.Part, _ rule: BarRules.Rule, passage: Passage?, atBeat beat: Int64) {
        let stretch = part.song?.stretch(atBeat: beat)
        meter = stretch?.meter ?? part.meter.description
        self.rule = rule
        (subdivision, swing) = part.hasSubdivision ? (part.subdivision, part.swing) : (1, .even)
        volume = part.volume * (passage?.volume ?? 1)
        lanes =
            if let passage, let stretch {
                part.heardLanes(of: passage, in: stretch, isCountIn: rule.isCountIn)
            } else { part.heardLanes }
    }
}

extension PlannedMusic {
    /// What is heard at a beat.
    package func heard(atBeat beat: Int64) -> PresentMusic {
        let interval = intervals.last { $0.begin <= beat } ?? intervals.first
        guard let interval else { return PresentMusic(parts[0], parts[0].rule, passage: nil, atBeat: beat) }
        var end = Ratio(whole: interval.begin)
        let passage = interval.passages.first { passage in
            end = passage.length.flatMap(end.adding) ?? end
            return passage.length == nil || Ratio(whole: beat) < end
        }
        return PresentMusic(
            parts[interval.part], interval.rule, passage: passage ?? interval.passages.last,
            atBeat: max(beat, interval.begin))
    }

    /// The first beat after another with which other bars, settings or a section begin; nil for none.
    package func nextInterval(afterBeat beat: Int64) -> Int64? { intervals.first { $0.begin > beat }?.begin }
}

extension PlannedMusic.Part {
    fileprivate var hasSubdivision: Bool { song == nil && role == .music && subdivision > 1 }

    /// The lanes of the metronome.
    fileprivate var heardLanes: [PresentMusic.Lane] {
        let mixes = lanes.mixes
        func lane(_ id: Int, _ name: String, _ sounds: SoundChoice, _ written: WrittenLane? = nil) -> PresentMusic.Lane
        {
            PresentMusic.Lane(name: name, written: written, sounds: sounds, mix: mixes[id] ?? LaneMix())
        }
        let beat = lane(0, WrittenLane.own[0], sounds)
        guard role == .music else { return [beat] }
        return [beat] + (hasSubdivision ? [lane(1, WrittenLane.own[1], subdivisionSounds)] : [])
            + lanes.entries.filter { $0.lane.pattern != nil }
            .map { lane($0.id, $0.lane.name, sounds(of: $0.lane), $0.lane) }
    }

    /// The lanes of a passage of its song.
    fileprivate func heardLanes(
        of passage: Passage, in stretch: SongCourse.Stretch, isCountIn: Bool
    ) -> [PresentMusic.Lane] {
        guard let names = song?.course.map.lanes else { return [] }
        let kits = [sounds.unspoken] + names.soundChoices
        let ofBeats = isCountIn ? songCountInSounds ?? sounds : sounds
        return passage.lanes.map { lane in
            let name = names.name(ofLane: lane.id)
            return PresentMusic.Lane(
                name: name ?? WrittenLane.own[0], written: stretch.written.part.named.first { $0.name == name },
                sounds: lane.id == 0 ? ofBeats : kits[lane.kit], mix: passage.mixes[lane.id] ?? LaneMix())
        }
    }
}

extension PlayedSong {
    /// What is written there; in the count-in, what that leads to.
    fileprivate func stretch(atBeat beat: Int64) -> SongCourse.Stretch {
        course.stretches[course.stretch(ofBeat: songBeat(at: beat) ?? place)]
    }
}

extension SongCourse.Stretch {
    /// Its meter as it is written, else as one would write it: 6/8 for two dotted quarters.
    package var meter: String {
        written.part.statedMeter?.description ?? "\(writtenMeter.beats)/\(writtenMeter.unit)"
    }
}
