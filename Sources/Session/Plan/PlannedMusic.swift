// SPDX-License-Identifier: Apache-2.0

package import Rhythm

/// The music of one run, as it is sent to be played: what holds from which beat on.
///
/// A new tempo, bell, volume or sound changes it where the plan takes hold; a new meter, and whatever waits for its place,
/// from a beat on that has not been started, up to which it stays the same.
package struct PlannedMusic: Sendable, Hashable {
    /// What holds from a beat on, up to the next part.
    package struct Part: Sendable, Hashable {
        /// Its first beat.
        package var fromBeat: Int64
        /// The tempo.
        package var tempo: Tempo
        /// The bars.
        package var grid: BarGrid
        /// How strongly the beats are played.
        package var accents: BeatAccents
        /// Into how many parts each is divided.
        package var subdivision: Int
        /// How two of them share their time.
        package var swing: Swing
        /// A gain, 0...1.
        package var volume: Double
        /// The sounds.
        package var sounds: SoundChoice
        /// The sounds of the parts of a beat.
        package var subdivisionSounds: SoundChoice
        /// The lanes that have names.
        package var lanes: LaneRoster
        /// The sounds of each of these, by its name.
        package var laneSounds: [String: SoundChoice]
        /// Where the schedules among them begin, in beats since the start, by the tempo of this part.
        package var origins: [String: Ratio] = [:]
        /// The song that plays in place of the metronome; nil for none.
        package var song: PlayedSong?
        /// The changes that have waited for it, by their ids.
        package var changes: [Int] = []
        /// What is practised with from here on.
        var practice: Practice
        /// Whether its tempo is set here by hand.
        var isTempoSet = false
        /// What is played of it.
        var role = Role.music

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
            tempo = settings.tempo
            self.grid = grid
            accents = settings.beatAccents
            (subdivision, swing) = (settings.subdivision, settings.swing)
            volume = settings.audibleVolume
            sounds = settings.sounds
            subdivisionSounds = settings.subdivisionSounds
            practice = settings.practice
            lanes = settings.lanes
            laneSounds = settings.lanes.lanes.reduce(into: [:]) { $0[$1.name] = settings.sounds(of: $1) }
            self.changes = changes
        }

        /// Its bars and accents.
        package var rule: BarRules.Rule { BarRules.Rule(fromBeat: fromBeat, grid: grid, accents: accents) }

        /// The choices of sounds that its lanes play.
        package var choices: [SoundChoice] {
            (subdivision > 1 ? [sounds, subdivisionSounds] : [sounds])
                + lanes.lanes.filter { $0.pattern != nil }.compactMap { laneSounds[$0.name] }
        }

        /// What is played: the beats, and what lies between them. `kits` lists the sounds of each kit.
        func lanes(kits: [SoundChoice]) -> [Lane] {
            let beats = Pattern(accents, fromBeat: fromBeat - grid.originBeat)
            let kit = kits.firstIndex(of: sounds) ?? 0
            if role == .end, let strokes = Pattern.strokes { return [Lane(id: 0, pattern: strokes, kit: kit)] }
            var lanes = [Lane(id: 0, pattern: beats, kit: kit)]
            guard role == .music else { return lanes }
            if let parts = Pattern(subdivision: subdivision, swing: swing) {
                // Every part begins on a beat of the run, so one count serves all of them.
                lanes.append(
                    Lane(id: 1, pattern: parts, kit: kits.firstIndex(of: subdivisionSounds) ?? 0, anchor: .run))
            }
            return lanes + namedLanes(kits: kits)
        }

        /// Its tempo.
        package var tempoPoint: TempoPoint { TempoPoint(from: Ratio(whole: fromBeat), tempo: tempo) }
    }

    /// What a change comes to.
    package struct Step: Sendable, Hashable {
        /// The first beat that may not have been started when it takes hold; nil where it changes what plays.
        package var cue: Int64?
        /// The first beat of a new meter; nil where there is none.
        package var meterBeat: Int64?
        /// The bridge to another phase; nil where the phase is kept.
        package var bridge: PhaseBridge?

        /// Nothing to wait for, unless beats are given.
        package init(cue: Int64? = nil, meterBeat: Int64? = nil) {
            self.cue = cue
            self.meterBeat = meterBeat
        }

        /// The first position of which nothing may have been started when it takes hold; nil where it changes what plays.
        package var position: Position? {
            [cue.map { Position(whole: $0) }, bridge.map { Position(quarters: $0.from) }].compactMap { $0 }.min()
        }
    }

    /// What was done by hand, beside new values of settings.
    package struct Gestures: OptionSet, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// A tempo was set.
        package static let tempo = Gestures(rawValue: 1)
        /// A bar is to begin with the next beat.
        package static let bar = Gestures(rawValue: 2)
    }

    /// A tempo that holds for a stretch, whatever the parts say.
    private struct Stretch: Sendable, Hashable {
        var from: Ratio
        var to: Ratio
        var tempo: Tempo
    }

    /// What lies between two changes of bars or of the section, up to the horizon.
    struct Piece: Sendable, Hashable {
        var part: Int
        var begin: Int64
        var end: Int64?
        var rule: BarRules.Rule
        /// What a song plays there; empty for the metronome.
        var passages: [Passage] = []
    }

    /// A song is planned so many pieces and passages ahead, and then further as it goes on: it may be long, and a loop has no
    /// end.
    private static let (mostPieces, mostPassages) = (48, 64)

    /// In the order of their beats; never empty.
    package internal(set) var parts: [Part]
    /// The same without what the trainers make of them.
    private(set) var written: [Part]
    /// Where the trainers of the first part have begun.
    private(set) var course = PracticeCourse()
    /// The beat from which on the parts must follow the trainers for some more; nil while no trainer changes anything.
    package internal(set) var renewalBeat: Int64?
    /// The sounds of the beats that are counted before the first bar, by their place in it; none: those of the part.
    let countSounds: [SoundChoice]
    /// The beat with which a timer that counts time is over, as far as it is known.
    package var timedEnd: Int64?
    /// The beat with which the music is over; nil: it has no end, or one behind the horizon.
    package var endBeat: Int64? { isWhole ? musicEnd : nil }
    /// The same, however far it is.
    var musicEnd: Int64?
    /// The beat with which a bar was to begin last, whatever the meter; nil for none.
    private var barBeat: Int64?
    /// The change that ends it.
    private var endChange: Int?
    /// In the order of their begins: the way to another phase, and what was before it.
    private var stretches: [Stretch] = []
    /// The parts as they are played, up to the horizon.
    private var pieces: [Piece] = []
    /// Whether there is nothing behind the horizon.
    private var isWhole = true

    /// A run from beat 0 on, by a song if there is one. The parts follow the trainers for some beats, or up to one that is
    /// given; a timer that counts time is over with `timedEnd`.
    package init(
        _ settings: Settings, song: LoadedSong? = nil, pending: [PendingChange] = [], throughBeat: Int64 = 0,
        timedEnd: Int64? = nil
    ) {
        self.timedEnd = timedEnd
        var settings = settings
        if let from = settings.practice.speed?.from { settings.tempo = SpeedTrainer.tempo(millionths: from * 1000) }
        let beats = settings.countedMeter.beats
        // A song has a count-in of its own.
        let countIn = song == nil ? settings.countIn : 0
        let grid = BarGrid(originBeat: Int64(countIn * beats), beatsPerBar: beats)
        countSounds =
            countIn > 0 && settings.countInSound != "auto"
            ? (1...beats).map(settings.countInSounds) : []
        written = [Part(fromBeat: 0, settings, grid: grid, song: song.map { PlayedSong($0, fromBeat: 0) })]
        parts = []
        course.enter(settings.practice, tempo: settings.tempo, fromBeat: 0, in: written[0].grid)
        schedule(pending, settings, notBefore: 0)
        practise(from: nil, nextBeat: 0, throughBeat: throughBeat)
        continueSchedules(of: nil, fromBeat: 0)
        layOut()
    }

    /// Takes in new settings, and the changes that wait. What begins before `nextBeat` stays; a new meter begins a bar there,
    /// and one that has been sent and waits for its beat is replaced. A tempo that was set by hand is where a speed trainer
    /// goes on from.
    package mutating func change(
        to settings: Settings, pending: [PendingChange], nextBeat: Int64, gestures: Gestures = []
    ) -> Step {
        let before = self
        let played = parts.last { $0.fromBeat < nextBeat } ?? parts[0]
        // The last beat is as it is.
        guard played.role != .end else { return Step() }
        let index = written.lastIndex { $0.fromBeat < nextBeat } ?? 0
        for part in written[...index].dropFirst() { course.enter(part) }
        var step = Step()
        var present = Part(fromBeat: played.fromBeat, settings, grid: played.grid, song: played.song)
        barBeat = gestures.contains(.bar) ? nextBeat : barBeat.flatMap { $0 < nextBeat ? nil : $0 }
        if let song = present.song {
            present.fromBeat = max(present.fromBeat, song.span(at: nextBeat - 1)?.begin ?? present.fromBeat)
            written = [present]
        } else if barBeat != nil || present.grid.beatsPerBar != settings.countedMeter.beats {
            let nextBeat = barBeat ?? nextBeat
            let grid = present.grid.changing(beatsPerBar: settings.countedMeter.beats, atBeat: nextBeat)
            let new = Part(fromBeat: nextBeat, settings, grid: grid)
            if !parts.contains(where: { $0.fromBeat == nextBeat && $0.grid == grid }) { step.meterBeat = nextBeat }
            written = present.fromBeat < nextBeat ? [present, new] : [new]
            present = written[0]
        } else {
            written = [present]
        }
        let former = course
        course.enter(
            settings.practice, tempo: settings.tempo,
            isTempoSet: gestures.contains(.tempo) && settings.tempo != played.tempo,
            fromBeat: nextBeat, in: written[written.count - 1].grid)
        if let first = course.firstBeat(since: former), step.meterBeat == nil { step.meterBeat = first }
        musicEnd = nil
        endChange = nil
        // Another tempo holds at once: the phase that was on its way is given up.
        let isNewTempo = played.tempo != settings.tempo
        stretches.removeAll { isNewTempo || $0.to < Ratio(whole: nextBeat - 2) }
        schedule(pending, settings, notBefore: nextBeat)
        practise(from: played, nextBeat: nextBeat)
        continueSchedules(of: played, fromBeat: nextBeat)
        layOut()
        step.cue = cue(after: played, before)
        return step
    }

    /// The beat that a change waits for; nil where it is not waiting, or is never reached.
    package func beat(ofChange id: Int) -> Int64? {
        id == endChange ? musicEnd : parts.first { $0.changes.contains(id) }?.fromBeat
    }

    /// The settings that hold where a change takes hold, or would have been held there without it.
    package func settings(_ settings: Settings, beforeChange id: Int, pending: [PendingChange]) -> Settings {
        var result = settings
        for change in parts.flatMap(\.changes).prefix(while: { $0 != id }) {
            guard let edit = pending.first(where: { $0.id == change })?.edit else { continue }
            result = (try? edit.applied(to: result)) ?? result
        }
        if let beat = beat(ofChange: id), course(atBeat: beat - 1).speed != nil {
            result.tempo = (parts.last { $0.fromBeat < beat } ?? parts[0]).tempo
        }
        return result
    }

    /// Adds the changes that wait, each where the bars before it put it.
    private mutating func schedule(_ pending: [PendingChange], _ settings: Settings, notBefore nextBeat: Int64) {
        var (waiting, settings) = (pending, settings)
        while let last = written.last {
            let earliest = max(nextBeat, last.fromBeat)
            let beats = waiting.map { change in
                last.song.map { $0.beat(of: change.cue, notBefore: max(change.fromBeat, earliest)) }
                    ?? change.beat(in: last.grid, notBefore: earliest)
            }
            guard let beat = beats.compactMap({ $0 }).min(), let index = beats.firstIndex(of: beat) else { break }
            let change = waiting.remove(at: index)
            var song = last.song
            var grid = last.grid
            var isTempoSet = false
            switch change.action {
            case .stop:
                musicEnd = max(beat, written[0].fromBeat + 1)
                endChange = change.id
                if last.fromBeat >= musicEnd ?? .max { written.removeLast() }
                return
            case .edit(let edit, _):
                settings = (try? edit.applied(to: settings)) ?? settings
                isTempoSet = edit.keys.contains { $0.effect == .tempo }
            case .song(let change):
                song = PlayedSong(after: last.song, change, atBeat: beat)
                if song == nil, let former = last.song { grid = former.grid(after: beat, settings.countedMeter.beats) }
            }
            if song == nil, settings.countedMeter.beats != grid.beatsPerBar {
                grid = grid.changing(beatsPerBar: settings.countedMeter.beats, atBeat: beat)
            }
            var part = Part(fromBeat: beat, settings, grid: grid, song: song, changes: [change.id])
            part.isTempoSet = isTempoSet
            if last.fromBeat == beat {
                part.changes = last.changes + part.changes
                written.removeLast()
            }
            written.append(part)
        }
        musicEnd = written.last?.song?.endBeat
    }

    /// The first beat from which it differs from the music before, apart from what plays.
    private func cue(after present: Part, _ before: PlannedMusic) -> Int64? {
        guard parts[0].song == present.song else { return parts[0].fromBeat }
        // Of a song the past is left out.
        guard parts[0].song != nil || parts[0].fromBeat == present.fromBeat && parts[0].grid == present.grid else {
            return parts[0].fromBeat
        }
        // Both are in the order of their beats.
        let (old, new) = (before.parts.filter { $0.fromBeat > present.fromBeat }, parts.dropFirst())
        let same = zip(old, new).prefix { $0 == $1 }.count
        let changed = [old.dropFirst(same).first, new.dropFirst(same).first].compactMap { $0?.fromBeat }
        let ends = musicEnd == before.musicEnd ? [] : [musicEnd, before.musicEnd].compactMap { $0 }
        return (changed + ends).min()
    }

    // MARK: the horizon

    /// Lays the parts out up to the horizon.
    private mutating func layOut() {
        pieces = []
        isWhole = true
        for (index, part) in parts.enumerated() where isWhole {
            let end = index + 1 < parts.count ? parts[index + 1].fromBeat : musicEnd
            guard let song = part.song else {
                pieces.append(Piece(part: index, begin: part.fromBeat, end: end, rule: part.rule))
                continue
            }
            for span in song.spans(from: part.fromBeat, to: end, most: max(1, Self.mostPieces - pieces.count)) {
                var piece = Piece(
                    part: index, begin: span.begin, end: span.end, rule: song.rule(of: span),
                    passages: song.passages(of: span))
                let left = Self.mostPassages - pieces.reduce(0) { $0 + $1.passages.count }
                isWhole = piece.passages.count <= max(1, left) || !piece.cut(toPassages: max(1, left))
                pieces.append(piece)
                guard isWhole else { break }
            }
            if pieces.last?.end != end || end == nil { isWhole = false }
        }
    }

    /// The beat at which the music is to be planned further; nil where all of it is.
    package var extensionBeat: Int64? {
        guard !isWhole else { return nil }
        let points = tempoPoints
        let middle = points[points.count / 2].from
        return max(parts[0].fromBeat + 1, middle.quotient(by: .one))
    }

    /// Bars, accents and sections, each from its beat on.
    package var rules: [BarRules.Rule] { pieces.map(\.rule) }

    /// Bars, accents and section of a beat.
    package func rule(ofBeat beat: Int64) -> BarRules.Rule {
        pieces.last { $0.begin <= beat }?.rule ?? pieces.first?.rule ?? parts[0].rule
    }

    /// What plays at a beat; nil for no song.
    package func song(ofBeat beat: Int64) -> PlayedSong? { (parts.last { $0.fromBeat <= beat } ?? parts[0]).song }

    // MARK: phase

    /// Leads to another phase: what was sent before holds up to the bridge.
    package mutating func add(_ bridge: PhaseBridge, after former: PlannedMusic) {
        let points = former.tempi
        stretches = zip(points, points.dropFirst().map(\.from) + [bridge.from]).compactMap { point, end in
            let end = min(end, bridge.from)
            return point.from < end ? Stretch(from: point.from, to: end, tempo: point.tempo) : nil
        }
        stretches.append(Stretch(from: bridge.from, to: Ratio(whole: bridge.toBeat), tempo: bridge.tempo))
    }

    /// A course of the tempo, and from where it holds, in beats since the start.
    package struct TempoPoint: Sendable, Hashable {
        package var from: Ratio
        /// Along the beats from `curveBegin` on.
        package var curve: TempoCurve
        /// The note that it counts, in beats.
        package var beat: Ratio = .one
        /// Where the curve begins: not after `from`.
        package var curveBegin: Ratio

        init(from: Ratio, tempo: Tempo) {
            self.from = from
            curve = TempoCurve(tempo)
            curveBegin = from
        }

        init(from: Ratio, _ passage: Passage) {
            self.from = from
            curve = passage.curve
            beat = passage.beat
            curveBegin = curve.isConstant ? from : from.subtracting(passage.lead) ?? from
        }

        /// The tempo where the curve begins.
        package var tempo: Tempo { curve.start }
    }

    /// The course of the tempo without the ways to another phase.
    private var tempoPoints: [TempoPoint] {
        pieces.flatMap { piece -> [TempoPoint] in
            var begin = Ratio(whole: piece.begin)
            guard !piece.passages.isEmpty else { return [TempoPoint(from: begin, tempo: parts[piece.part].tempo)] }
            return piece.passages.map { passage in
                let point = TempoPoint(from: begin, passage)
                begin = passage.length.flatMap(begin.adding) ?? begin
                return point
            }
        }
    }

    /// The course of the tempo, in the order of the places.
    package var tempi: [TempoPoint] {
        let points = tempoPoints
        guard !stretches.isEmpty else { return points }
        let begin = Ratio(whole: parts[0].fromBeat)
        let places = points.map(\.from) + stretches.flatMap { [$0.from, $0.to] }
        return Set(places.filter { !($0 < begin) }).sorted().map { place in
            if let stretch = stretches.last(where: { !(place < $0.from) && place < $0.to }) {
                return TempoPoint(from: place, tempo: stretch.tempo)
            }
            var point = points.last { !(place < $0.from) } ?? points[0]
            if point.curve.isConstant { point.curveBegin = place }
            point.from = place
            return point
        }
    }

    /// The same as passages, up to the horizon. `kits` lists the sounds of each kit.
    package func arrangement(kits: [SoundChoice]) -> Arrangement {
        // Where all parts are mixed alike, the plan says how.
        let mixes = parts[0].lanes.mixes
        let changesMixes = parts.contains { $0.lanes.mixes != mixes }
        let passages = pieces.flatMap { piece -> [Passage] in
            let part = parts[piece.part]
            guard part.song == nil else {
                let kit = kits.firstIndex(of: part.sounds) ?? 0
                return piece.passages.map { passage in
                    var passage = passage
                    passage.volume *= part.volume
                    if piece.part > 0, changesMixes { passage.mixes = part.mixes }
                    for lane in passage.lanes.indices { passage.lanes[lane].kit = kit }
                    return passage
                }
            }
            var passage = Passage(
                curve: TempoCurve(part.tempo), bar: Array(repeating: .one, count: part.grid.beatsPerBar),
                lanes: part.lanes(kits: kits), volume: part.volume)
            if piece.part > 0, changesMixes { passage.mixes = part.mixes }
            passage.length = piece.end.flatMap { Ratio($0 - piece.begin) }
            return [passage]
        }
        let begin = Ratio(whole: parts[0].fromBeat)
        let music = Arrangement(begin: Position(quarters: begin), passages: passages)
        return stretches.reduce(music) { music, stretch in
            guard let from = max(stretch.from, begin).subtracting(begin), let to = stretch.to.subtracting(begin) else {
                return music
            }
            return music.holding(stretch.tempo, from: from, to: to) ?? music
        }
    }
}

extension Pattern {
    /// The bell three times in a beat.
    fileprivate static let strokes = try? Pattern(
        cycle: 3, denominator: 3, onsets: (0..<3).map { Onset(place: $0, accent: .bell) })
}

extension PlannedMusic.Piece {
    /// Ends it with the first whole beat after so many passages. Returns whether anything was left out.
    fileprivate mutating func cut(toPassages count: Int) -> Bool {
        var place = Ratio(whole: begin)
        for (index, passage) in passages.enumerated() {
            if index >= count, place.denominator == 1 {
                passages.removeSubrange(index...)
                end = place.numerator
                return true
            }
            place = passage.length.flatMap(place.adding) ?? place
        }
        return false
    }
}

extension Ratio {
    /// A whole number.
    init(whole: Int64) { self = Ratio(whole) ?? .zero }
}
