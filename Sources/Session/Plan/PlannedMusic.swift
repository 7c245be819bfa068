// SPDX-License-Identifier: Apache-2.0

package import MetronomeRhythm

/// The music of one run, as it is sent to be played: what holds from which beat on.
///
/// A new tempo, bell, volume or sound changes it where the plan is adopted; a new meter, and whatever waits for its place,
/// from a beat on that has not been started, up to which it stays the same.
package struct PlannedMusic: Sendable, Hashable {
    /// The parts of the run, in the order of their beats; never empty.
    package internal(set) var parts: [Part]
    /// The parts as they are written, without what the trainers make of them.
    private(set) var written: [Part]
    /// The first written part without the changes that wait for its beginning.
    var first: Part
    /// Where the trainers of the first part have begun.
    private(set) var course = PracticeCourse()
    /// The beat from which on the parts must follow the trainers for some more; nil while no trainer changes anything.
    package internal(set) var renewalBeat: Int64?
    /// The beat with which a timer that counts time is over, as far as it is known.
    package var timedEnd: Int64?
    /// The beat with which the music is over; nil: it has no end, or one behind the horizon.
    package var endBeat: Int64? { isWhole ? musicEnd : nil }
    /// The beat with which the music is over, also where it lies behind the horizon; nil: it has no end.
    var musicEnd: Int64?
    /// The change that ends the music; nil where another end comes first.
    var endChange: Int?
    /// The bars that would have begun with the beat that ends the music; nil where no other bars would.
    private(set) var endGrid: BarGrid?
    /// The changes that others take back once these hold, each with the other's id.
    package private(set) var takenBack: [Int: Int] = [:]
    /// The beat with which a bar was to begin last, whatever the meter; nil for none.
    private var barBeat: Int64?
    /// In the order of their begins: the way to another phase, and what was before it.
    var stretches: [Stretch] = []
    /// In the order of their begins: how much faster than written it is played, to follow a clock.
    package internal(set) var corrections: [RateCorrection] = []
    /// The parts as they are played, up to the horizon.
    var intervals: [Interval] = []
    /// Whether there is nothing behind the horizon.
    var isWhole = true
    /// The tempo of its first part before any change that waits.
    private(set) var ledTempo = Settings().tempo
    /// The patterns of its lanes.
    var patterns = LanePatterns()

    /// A run from beat 0 on, by a song if there is one. The parts follow the trainers for some beats, or up to `throughBeat`; a
    /// timer that counts time is over with `timedEnd`. With a `grid`, bars are counted by it, and no bar is counted in.
    package init(
        _ settings: Settings, song: LoadedSong? = nil, pending: [PendingChange] = [], throughBeat: Int64 = 0,
        timedEnd: Int64? = nil, grid given: BarGrid? = nil
    ) {
        self.timedEnd = timedEnd
        var settings = settings
        if let start = settings.practice.leader?.rules.start(at: settings.tempo) {
            settings.tempo = SpeedTrainer.tempo(millionths: start * 1000)
        }
        let beats = settings.countedMeter.beats
        // A song counts in by itself, and as is set where it says nothing.
        let countIn = song == nil && given == nil ? settings.countIn : 0
        let grid = given ?? BarGrid(originBeat: Int64(countIn * beats), beatsPerBar: beats)
        first = Part(
            fromBeat: 0, settings, grid: grid,
            song: song.map { PlayedSong($0, fromBeat: 0, usualCountIn: given == nil ? settings.countIn : 0) })
        if countIn > 0 { first.countIn = Part.CountIn(fromBeat: 0, settings) }
        written = [first]
        parts = []
        course.enter(settings.practice, tempo: settings.tempo, fromBeat: 0, in: written[0].grid)
        ledTempo = settings.tempo
        schedule(pending, settings, notBefore: 0)
        practise(from: nil, nextBeat: 0, throughBeat: throughBeat)
        continueSchedules(of: nil, fromBeat: 0)
        deriveLanes()
        layOut()
    }

    /// Takes in new settings, and the changes that wait. What begins before `nextBeat` stays; a new meter begins a bar there,
    /// and one that has been sent and waits for its beat is replaced. A tempo that was set by hand is where a speed trainer
    /// goes on from. A bar begins with a beat that is given.
    package mutating func change(
        to settings: Settings, pending: [PendingChange], nextBeat: Int64, gestures: Set<Gesture> = [],
        barBeat wanted: Int64? = nil
    ) -> Step {
        guard !isDecided(fromBeat: nextBeat) else { return changeVolume(to: settings) }
        let before = self
        let decided = decided(before: nextBeat)
        let played = decided ?? first
        let index = written.lastIndex { $0.fromBeat < nextBeat } ?? 0
        course = course(atBeat: nextBeat - 1)
        var step = Step()
        var present = Part(fromBeat: played.fromBeat, settings, grid: played.grid, song: played.song)
        present.countIn = played.countIn
        barBeat = gestures.contains(.bar) ? nextBeat : (wanted ?? barBeat).flatMap { $0 < nextBeat ? nil : $0 }
        if let song = present.song {
            present.fromBeat = max(present.fromBeat, song.passageBegin(at: nextBeat - 1) ?? present.fromBeat)
            written = [present]
        } else if barBeat != nil || present.grid.beatsPerBar != settings.countedMeter.beats {
            let nextBeat = barBeat ?? nextBeat
            let grid = present.grid.changing(beatsPerBar: settings.countedMeter.beats, atBeat: nextBeat)
            let new = Part(fromBeat: nextBeat, settings, grid: grid)
            // A bar that is asked for again begins where it was to begin already.
            let waiting = parts.first { $0.fromBeat == nextBeat && $0.grid == grid }
            if gestures.contains(.bar) || waiting?.accents != new.accents { step.meterBeat = nextBeat }
            // Up to there the bars are those of the former meter.
            let former = written[index]
            if former.grid.beatsPerBar == present.grid.beatsPerBar,
                grid.beatsPerBar != present.grid.beatsPerBar || present.hasOtherRests(than: former)
            {
                (present.meter, present.beatLength, present.accents) = (former.meter, former.beatLength, former.accents)
            }
            written = present.fromBeat < nextBeat ? [present, new] : [new]
            present = written[0]
        } else {
            written = present.keepingRests(of: written[index], upTo: nextBeat, settings)
        }
        let former = course
        let anew = Set(Trainer.Kind.allCases.filter { gestures.contains(.trainer($0)) })
        course.enter(
            settings.practice, tempo: settings.tempo,
            isTempoSet: gestures.contains(.tempo) && settings.tempo != played.tempo, anew: anew,
            fromBeat: nextBeat, in: written[written.count - 1].grid)
        let begins = course.firstBeat(since: former, anew: anew)
        if let begins, step.meterBeat == nil { step.meterBeat = begins }
        musicEnd = nil
        endChange = nil
        // Another tempo holds at once: the phase that was on its way is given up.
        let isNewTempo = (decided ?? before.parts[0]).tempo != settings.tempo
        stretches.removeAll { isNewTempo || $0.to < Ratio(whole: nextBeat - 2) }
        forgetCorrections(beforeBeat: nextBeat - 2)
        ledTempo = course.tempo(ofBeat: written[0].fromBeat, in: written[0].grid) ?? settings.tempo
        schedule(pending, settings, notBefore: nextBeat)
        practise(from: decided, nextBeat: nextBeat)
        endStretches()
        continueSchedules(of: decided ?? before.parts[0], fromBeat: nextBeat)
        deriveLanes()
        layOut()
        step.cue = cue(after: decided ?? before.parts[0], before)
        return step
    }

    /// Takes how a pass was played, for the parts of the next change.
    package mutating func judge(_ verdict: PassVerdict) { course.judge(verdict) }

    /// Counts its bars from a higher number on.
    package mutating func countBars(later bars: Int64) {
        course.countBars(later: bars)
        first.grid = first.grid.counted(later: bars)
        for index in parts.indices { parts[index].grid = parts[index].grid.counted(later: bars) }
        for index in written.indices { written[index].grid = written[index].grid.counted(later: bars) }
        layOut()
    }

    /// Adds the changes that wait, each where the bars before it put it. Of those at one beat the oldest comes first, also where the
    /// bar that it waits for begins there because of a newer one.
    private mutating func schedule(_ pending: [PendingChange], _ settings: Settings, notBefore nextBeat: Int64) {
        var (waiting, settings) = (pending, settings)
        (takenBack, endGrid) = ([:], nil)
        var steps: [Int: LanePatterns.Step] = [:]
        defer { patterns.steps = steps }
        // What holds before the beat that the last part begins with, and the changes that come there under newer ones.
        guard var before = written.last.map({ (part: $0, settings: settings) }) else { return }
        var movedBeats: [Int: Int64] = [:]
        // What replaces the song at such a beat only because of newer changes, with the newest of them: it follows these.
        var following: [Int: Int] = [:]
        while let last = written.last {
            let earliest = max(nextBeat, last.fromBeat)
            let beats = waiting.map { change -> Int64? in
                if let beat = movedBeats[change.id] { return beat }
                // Something is played, whatever ends it.
                let earliest = change.action == .stop ? max(earliest, written[0].fromBeat + 1) : earliest
                return last.song.map { $0.beat(of: change.cue, notBefore: max(change.fromBeat, earliest)) }
                    ?? change.beat(in: last.grid, notBefore: earliest)
            }
            guard let beat = beats.compactMap({ $0 }).min() else { break }
            let next = beats.indices.filter { beats[$0] == beat }
            let index =
                next.first { place in
                    guard let newest = following[waiting[place].id] else { return true }
                    return !next.contains { waiting[$0].id <= newest && following[waiting[$0].id] == nil }
                } ?? next[0]
            if beat > last.fromBeat { before = (last, settings) }
            let newest = last.changes.max() ?? 0
            let moved = zip(waiting, beats).filter { change, reached in
                reached == last.fromBeat && change.id < newest && movedBeats[change.id] == nil
                    && pending.contains { last.changes.contains($0.id) && change.isBelow($0) }
            }
            guard moved.isEmpty else {
                for (change, _) in moved { (movedBeats[change.id], following[change.id]) = (beat, nil) }
                for (change, reached) in zip(waiting, beats)
                where reached == beat && change.id < newest && movedBeats[change.id] == nil && change.action != .stop {
                    following[change.id] = newest
                }
                // The changes of this beat are added anew, in their order.
                let again = Set(last.changes).subtracting(before.part.changes).union(waiting.map(\.id))
                for id in last.changes { steps[id] = nil }
                waiting = pending.filter { again.contains($0.id) }
                written.removeLast()
                if before.part.fromBeat == last.fromBeat { written.append(before.part) }
                settings = before.settings
                continue
            }
            let others = zip(waiting, beats).filter { $1 != beat }.map { $0.0 }
            let change = waiting.remove(at: index)
            var song = last.song
            var grid = last.grid
            var isTempoSet = false
            if change.action == .stop {
                musicEnd = beat
                endChange = change.id
                guard last.fromBeat >= musicEnd ?? .max else { return }
                if last.song == nil, !last.renumbersBars { endGrid = last.grid }
                written.removeLast()
                return
            }
            if let edit = change.edit {
                let before = settings.lanes
                settings = self.settings(after: edit, ofChange: change.id, from: settings)
                if let lanes = edit.values["lanes"], before.facts !== settings.lanes.facts {
                    steps[change.id] = LanePatterns.Step(from: before, change: lanes, to: settings.lanes)
                }
                isTempoSet = edit.keys.contains { $0.effect == .tempo }
            }
            // An entry of a set list is counted in while it plays too. What the list and the preset say of that is in its edit.
            let counted = change.setList == nil ? 0 : settings.countIn
            if let change = change.songChange(of: last.song?.path) {
                let bars = if case .practise = change { settings.countIn } else { counted }
                song = PlayedSong(after: last.song, change, atBeat: beat, usualCountIn: bars)
                // What is replaced before any of it is heard has no bars.
                if song == nil, let former = last.song, former.fromBeat < beat {
                    grid = former.grid(after: beat, settings.countedMeter.beats)
                }
            }
            if song == nil, settings.countedMeter.beats != grid.beatsPerBar {
                grid = grid.changing(beatsPerBar: settings.countedMeter.beats, atBeat: beat)
            }
            var part = Part(fromBeat: beat, settings, grid: grid, song: song, changes: [change.id])
            (part.isTempoSet, part.trainersAnew) = (isTempoSet, change.trainersAnew)
            part.countIn = last.countIn
            if song == nil, counted > 0 {
                let beats = settings.countedMeter.beats
                part.grid = BarGrid(originBeat: beat + Int64(counted * beats), beatsPerBar: beats)
                part.countIn = Part.CountIn(fromBeat: beat, settings)
            }
            part.renumbersBars = song == nil && (last.song != nil || counted > 0)
            if last.fromBeat == beat {
                part.changes = last.changes + part.changes
                part.isTempoSet = part.isTempoSet || last.isTempoSet
                part.trainersAnew.formUnion(last.trainersAnew)
                written.removeLast()
            }
            written.append(part)
            let without = others.filter { $0.isTakenBack(by: change, isRenumbered: renumbersBars(atBeat: beat)) }
            for other in without { takenBack[other.id] = change.id }
            waiting.removeAll { takenBack[$0.id] != nil }
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
}

extension BarGrid {
    /// The same bars under other numbers.
    fileprivate func counted(later bars: Int64) -> BarGrid {
        BarGrid(originBeat: originBeat, originBar: originBar + bars, beatsPerBar: beatsPerBar)
    }
}
