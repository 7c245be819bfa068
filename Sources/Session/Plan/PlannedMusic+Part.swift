// SPDX-License-Identifier: Apache-2.0

package import MetronomeRhythm

extension PlannedMusic {
    /// What holds from a beat on, up to the next part.
    package struct Part: Sendable, Hashable {
        /// Its first beat.
        package var fromBeat: Int64
        /// The tempo.
        package var tempo: Tempo
        /// The meter as it is written.
        package var meter: Meter
        /// The bars.
        package var grid: BarGrid
        /// How long a beat is, in quarter notes.
        package var beatLength: Ratio
        /// How strongly the beats are played.
        package var accents: BeatAccents
        /// Into how many parts each is divided.
        package var subdivision: Int
        /// How two of them share their time.
        package var swing: Swing
        /// A gain, 0...1.
        package var volume: Double
        /// The sounds as are set.
        var givenSounds: SoundChoice
        /// The sounds that are played: the gain of the lane `beat` leaves the bell as loud as is set.
        package var sounds: SoundChoice {
            var sounds = givenSounds
            if song == nil, let gain = lanes.mixes[0]?.gain, gain > 0 { sounds.bellVolume /= Double(gain) }
            return sounds
        }
        /// The sounds of the parts of a beat.
        package var subdivisionSounds: SoundChoice
        /// The lanes that have names.
        package var lanes: LaneRoster
        /// The sound of the lanes that name none.
        var namelessSound: String
        /// Where the schedules among the lanes begin, in beats since the start, by the tempo of this part.
        package var origins: [String: Ratio] = [:]
        /// What the lanes play.
        var derived = DerivedLanes()
        /// The song that plays in place of the metronome; nil for none.
        package var song: PlayedSong?
        /// The changes that have waited for it, by their ids.
        package var changes: [Int] = []
        /// What is practised with from here on.
        var practice: Practice
        /// Whether its tempo is set here by hand.
        var isTempoSet = false
        /// The trainers that begin here, also where they are set as before: those of a change, and all of an entry of a set list.
        var trainersAnew: Set<Trainer.Kind> = []
        /// Whether bars have other numbers from here on: a song is over with it, or it is counted in.
        var renumbersBars = false
        /// How it is counted in; nil where it is not, and where a song counts itself in.
        package var countIn: CountIn?
        /// The sounds of the count-in of its song; nil: those of the beats.
        var songCountInSounds: SoundChoice?
        /// What is played of it.
        var role = Role.music

        /// The beats before the first bar of a part.
        package struct CountIn: Sendable, Hashable {
            /// The first of them.
            package var fromBeat: Int64
            /// Their sounds, by their place in a bar; they begin again where they end. Empty: the sounds of the part.
            var sounds: [SoundChoice]

            init(fromBeat: Int64, _ settings: Settings) {
                self.fromBeat = fromBeat
                sounds = settings.countInSounds?.ofEachBeat ?? []
            }
        }

        /// What is played of a part.
        enum Role: Sendable, Hashable {
            /// All of it.
            case music
            /// The beats, which are counted before the first bar.
            case count
            /// Nothing: a trainer keeps it silent.
            case silence
            /// Three strokes of the bell, with which a timer ends.
            case end
        }

        /// Whether the timer is over with it.
        package var isEnd: Bool { role == .end }

        /// Whether a trainer keeps all of it silent.
        package var isSilent: Bool { role == .silence }

        init(
            fromBeat: Int64, _ settings: Settings, grid: BarGrid, song: PlayedSong? = nil, changes: [Int] = []
        ) {
            self.fromBeat = fromBeat
            self.song = song
            songCountInSounds = song == nil ? nil : settings.countInSounds
            tempo = settings.tempo
            self.grid = grid
            meter = settings.meter
            beatLength = settings.beatLength
            accents = settings.beatAccents
            (subdivision, swing) = (settings.subdivision, settings.swing)
            volume = settings.audibleVolume
            givenSounds = settings.sounds
            subdivisionSounds = settings.subdivisionSounds
            practice = settings.practice
            lanes = settings.lanes
            namelessSound = settings.namelessSound
            self.changes = changes
        }

        /// Its bars and accents.
        package var rule: BarRules.Rule {
            BarRules.Rule(fromBeat: fromBeat, grid: grid, accents: accents, beatLength: beatLength)
        }

        /// The choices of sounds that its lanes play; those of a song in the order of its kits.
        package var choices: [SoundChoice] {
            if let song {
                return [sounds.unspoken] + song.course.map.lanes.soundChoices + sounds.ofBeats
                    + (songCountInSounds?.ofEachBeat ?? [])
            }
            return (subdivision > 1 ? [sounds.unspoken, subdivisionSounds] : [sounds.unspoken])
                + lanes.facts.sounds.map { SoundChoice(lane: $0 ?? namelessSound) } + sounds.ofBeats
        }

        /// The sounds that a named lane is played with.
        func sounds(of lane: WrittenLane) -> SoundChoice { SoundChoice(lane: lane.soundName ?? namelessSound) }

        /// What is played: the beats, and what lies between them. `kits` lists the sounds of each kit.
        func lanes(kits: [SoundChoice]) -> [Lane] {
            let kit = kits.firstIndex(of: sounds.unspoken) ?? 0
            if role == .end, let strokes = Pattern.strokes { return [Lane(id: 0, pattern: strokes, kit: kit)] }
            let bar = sounds.isSpoken ? grid.beatsPerBar : nil
            var beats = Lane(
                id: 0, pattern: Pattern(accents, fromBeat: fromBeat - grid.originBeat, numberedInBarsOf: bar), kit: kit)
            beats.beatKits = sounds.ofBeats.map { kits.firstIndex(of: $0) ?? kit }
            var lanes = [beats]
            guard role == .music else { return lanes }
            if let parts = Pattern(subdivision: subdivision, swing: swing) {
                // Every part begins on a beat of the run, so one count serves all of them. Rests are counted from the bars.
                lanes.append(
                    Lane(
                        id: 1, pattern: parts.silenced(by: accents),
                        kit: kits.firstIndex(of: subdivisionSounds) ?? 0,
                        anchor: accents.rests ? .position(Ratio(whole: grid.originBeat)) : .run))
            }
            return lanes + namedLanes(kits: kits)
        }

        /// Whether the parts of other beats are silent than in another part.
        func hasOtherRests(than former: Part) -> Bool {
            subdivision > 1 && accents != former.accents && (accents.rests || former.accents.rests)
                && former.song == nil
        }

        /// The part and what it becomes, of a change at once. Where other beats are silent than in the part before it, this holds
        /// from the next beat on: the beat that is under way is told with its former accent, and its parts are heard by that.
        func keepingRests(of former: Part, upTo nextBeat: Int64, _ settings: Settings) -> [Part] {
            guard hasOtherRests(than: former), fromBeat < nextBeat, grid == former.grid else { return [self] }
            var (present, next) = (self, Part(fromBeat: nextBeat, settings, grid: grid))
            present.accents = former.accents
            next.countIn = countIn
            return [present, next]
        }
    }
}

extension PlannedMusic.Part {
    /// The strokes with which a timer ends, behind the beat with which it ends, as a lane of the beats.
    var strokes: LaneRule.Entry? {
        Pattern.furtherStrokes.map { strokes in
            LaneRule.Entry(
                name: LaneRule.Entry.ofBeats,
                lane: Lane(id: 0, pattern: strokes, anchor: .position(Ratio(whole: fromBeat))),
                isMuted: mixes[0]?.isUnheard ?? false)
        }
    }
}

extension Pattern {
    /// The bell for the second and the third time in a beat.
    fileprivate static let furtherStrokes = try? Pattern(
        cycle: 3, denominator: 3, onsets: (1..<3).map { Onset(place: $0, accent: .bell) })

    /// The bell three times in a beat.
    fileprivate static let strokes = try? Pattern(
        cycle: 3, denominator: 3, onsets: (0..<3).map { Onset(place: $0, accent: .bell) })
}
