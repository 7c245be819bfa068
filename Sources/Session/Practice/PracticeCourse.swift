// SPDX-License-Identifier: Apache-2.0

package import MetronomeRhythm

/// Where the trainers of a run have begun: tempo and silence of every beat follow from it.
package struct PracticeCourse: Sendable, Hashable {
    /// A trainer, and where it has begun.
    package struct Begun: Sendable, Hashable {
        /// The trainer.
        package var trainer: Trainer
        /// Where it has begun; one that leads the tempo: where its tempo was set last.
        package var begin: TrainerBegin
        /// What it makes of the beats.
        package var rules: any TrainerRules { trainer.rules }
    }

    /// The trainers, in the order of their kinds.
    package private(set) var begun: [Begun] = []

    /// No trainers.
    package init() {}

    /// Whether no trainer has begun, or is about to.
    package var isEmpty: Bool { begun.isEmpty }
    /// Whether a trainer leads the tempo.
    package var leadsTempo: Bool { begun.contains { $0.rules.fastest != nil } }
    /// The trainer that ends the music after a time; nil for none.
    package var timed: Begun? { begun.first { $0.rules.seconds != nil } }

    /// Goes on with the trainers that are set from a beat on. Those that are new, or have not begun, begin with the first bar from
    /// there.
    ///
    /// A tempo that was set by hand takes the place of the one that a trainer has led to: it goes on from there. The kinds `anew` begin
    /// again, also where they are set as they were. Where bars have other numbers from there on, all do that count bars.
    package mutating func enter(
        _ practice: Practice, tempo: Tempo, isTempoSet: Bool = false, anew: Set<Trainer.Kind> = [],
        renumbersBars: Bool = false,
        fromBeat beat: Int64, in grid: BarGrid
    ) {
        let first = max(grid.firstBar(fromBeat: beat), grid.beat(ofBar: 1, 1))
        let before = begun
        begun = practice.trainers.map { trainer in
            let start = trainer.rules.start(at: tempo)
            let new = TrainerBegin(beat: first, bar: grid.bar(ofBeat: first), tempo: start ?? 0)
            let beginsAnew = anew.contains(trainer.kind) || renumbersBars && trainer.rules.seconds == nil
            guard !beginsAnew, let former = before.first(where: { $0.trainer == trainer })?.begin,
                former.beat <= beat || (former.beat, former.bar) == (new.beat, new.bar)
            else { return Begun(trainer: trainer, begin: new) }
            guard start != nil, isTempoSet else { return Begun(trainer: trainer, begin: former) }
            return Begun(
                trainer: trainer,
                begin: TrainerBegin(
                    beat: beat, bar: grid.bar(ofBeat: beat), tempo: SpeedTrainer.thousandths(tempo)))
        }
    }

    /// Begins another trainer with a bar, and with a tempo in force. One that leads the tempo begins `from` another one, where that
    /// is known.
    package mutating func begin(_ trainer: Trainer, withBar bar: Int64, at tempo: Tempo, from: Tempo?, in grid: BarGrid)
    {
        let bar = max(1, bar)
        let rules = trainer.rules.set(at: from ?? tempo)
        let first = rules.start(at: tempo).map { from.map(SpeedTrainer.thousandths) ?? $0 }
        let begin = TrainerBegin(beat: grid.beat(ofBar: bar, 1), bar: bar, tempo: first ?? 0)
        begun.append(Begun(trainer: Trainer(rules), begin: begin))
    }

    /// The trainer that follows the player; nil for none.
    package var judging: (begin: TrainerBegin, passes: TrainerPasses)? {
        begun.lazy.compactMap { one in one.rules.passes.map { (one.begin, $0) } }.first
    }

    /// Its bars have higher numbers: the trainers begin with the same beats.
    mutating func countBars(later bars: Int64) { for index in begun.indices { begun[index].begin.bar += bars } }

    /// Takes how a pass was played, of the trainer that follows the player.
    mutating func judge(_ verdict: PassVerdict) {
        for index in begun.indices
        where begun[index].rules.passes == verdict.passes && begun[index].begin.origin == verdict.origin {
            begun[index].begin = begun[index].rules.judged(
                begun[index].begin, pass: verdict.pass, isGood: verdict.isGood)
        }
    }

    /// Goes on with a part that a change has waited for.
    mutating func enter(_ part: PlannedMusic.Part) {
        enter(
            part.practice, tempo: part.tempo, isTempoSet: part.isTempoSet, anew: part.trainersAnew,
            renumbersBars: part.renumbersBars,
            fromBeat: part.fromBeat, in: part.grid)
    }

    /// The first beat of the trainers that have been set since, those of some kinds as they were; nil where none has.
    func firstBeat(since former: PracticeCourse, anew: Set<Trainer.Kind>) -> Int64? {
        let set = begun.filter { one in
            anew.contains(one.trainer.kind) || !former.begun.contains { $0.trainer == one.trainer }
        }
        return set.map(\.begin.beat).min()
    }

    /// The tempo of a beat; nil where no trainer says it.
    package func tempo(ofBeat beat: Int64, in grid: BarGrid) -> Tempo? { first(beat, grid) { $0.tempo(at: $1) } }

    /// Whether a beat is silent.
    package func isSilent(beat: Int64, in grid: BarGrid) -> Bool {
        first(beat, grid) { $0.isSilent(at: $1) ? true : nil } ?? false
    }

    /// The next beat after another from which something else is told of a trainer; nil where nothing is.
    package func news(afterBeat beat: Int64, in grid: BarGrid) -> Int64? {
        begun.compactMap { $0.rules.news(at: TrainerPlace($0.begin, BeatPosition(whole: beat), in: grid)) }.min()
    }

    /// Whether all beats from one on are alike.
    func isSettled(atBeat beat: Int64, in grid: BarGrid) -> Bool {
        first(beat, grid) { $0.isSettled(at: $1) ? nil : false } ?? true
    }

    /// The beat with which a trainer ends the music; nil where none does.
    func end(in grid: BarGrid) -> Int64? { first(0, grid) { $0.end(at: $1) } }

    /// The beat of the strokes with which the timer is over; nil without a timer, and while the beat is not known. `timed` is the
    /// beat of a timer that counts time.
    package func strokes(in grid: BarGrid, timed: Int64?) -> Int64? {
        first(0, grid) { rules, place in
            var place = place
            place.endBeat = timed
            return rules.strokes(at: place)
        }
    }

    /// What the first trainer says that says anything.
    private func first<Said>(
        _ beat: Int64, _ grid: BarGrid, _ ask: (any TrainerRules, TrainerPlace) -> Said?
    ) -> Said? {
        for one in begun {
            if let said = ask(one.rules, TrainerPlace(one.begin, BeatPosition(whole: beat), in: grid)) { return said }
        }
        return nil
    }
}
