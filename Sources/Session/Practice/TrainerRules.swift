// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
package import MetronomeRhythm

/// What a trainer is: its words, and what becomes of the beats from where it has begun. What is not said leaves the beats alone.
package protocol TrainerRules: Sendable, Hashable, CustomStringConvertible {
    /// Its place in the list.
    static var kind: Trainer.Kind { get }
    /// The setting that it is a value of.
    static var key: Key { get }
    /// What may be written, with `or` between: `"3 1" or "off"`.
    static var grammar: String { get }
    /// Whether it keeps beats silent.
    static var silencesBeats: Bool { get }
    /// Reads one in the words that it is written with. Throws, with what is allowed.
    init(parsing text: String) throws(SettingError)

    /// The trainer as it is set while a tempo is in force.
    func set(at tempo: Tempo) -> Self
    /// The trainer with a seed, where it needs one that was left to chance.
    func seeded(by chance: UInt64) -> Self
    /// The tempo that it begins with where another one is in force, in thousandths of a bpm; nil: it leads no tempo.
    func start(at tempo: Tempo) -> Int64?
    /// The fastest tempo that it leads to, in thousandths of a bpm; nil: it leads no tempo.
    var fastest: Int64? { get }
    /// After how many seconds the music ends, with the bar that is under way; nil: time does not end it.
    var seconds: Int64? { get }

    /// The tempo of a beat; nil before it has begun, and where it leads no tempo.
    func tempo(at place: TrainerPlace) -> Tempo?
    /// Whether a beat is silent.
    func isSilent(at place: TrainerPlace) -> Bool
    /// The next beat from which something else is told of it, though the beats go on alike; nil where nothing is.
    func news(at place: TrainerPlace) -> Int64?
    /// Whether all beats from one on are alike.
    func isSettled(at place: TrainerPlace) -> Bool
    /// The passes after which it goes on where they were played well; nil: it follows nobody.
    var passes: TrainerPasses? { get }
    /// Where it has begun, after a pass was played, from 0.
    func judged(_ begin: TrainerBegin, pass: Int64, isGood: Bool) -> TrainerBegin
    /// The beat with which it ends the music, at any place; nil where it does not.
    func end(at place: TrainerPlace) -> Int64?
    /// The beat of the three strokes with which it ends the music, at any place; nil where it does not, and while it is not known.
    func strokes(at place: TrainerPlace) -> Int64?

    /// Its words as people are told them, with the units that are understood without being written.
    static func told(_ words: String) -> String
    /// What is told of it to programs.
    static var record: TrainerRecord<Self> { get }
    /// Where it is, by what a status tells of it at a tempo and a place; nil for nothing.
    static func sentence(_ facts: [String: PlainValue], bpm: Double, at place: ToldPlace) -> String?
    /// Where it is, in a few words for a line; nil for nothing.
    func words(at place: TrainerPlace) -> String?
    /// Where it is, for a face.
    func panel(at place: TrainerPlace) -> PracticePanel
}

extension TrainerRules {
    package static var silencesBeats: Bool { false }
    package static func told(_ words: String) -> String { words }
    package func set(at tempo: Tempo) -> Self { self }
    package func seeded(by chance: UInt64) -> Self { self }
    package func start(at tempo: Tempo) -> Int64? { nil }
    package var fastest: Int64? { nil }
    package var seconds: Int64? { nil }
    package func tempo(at place: TrainerPlace) -> Tempo? { nil }
    package func isSilent(at place: TrainerPlace) -> Bool { false }
    package func news(at place: TrainerPlace) -> Int64? { nil }
    package func isSettled(at place: TrainerPlace) -> Bool { true }
    package var passes: TrainerPasses? { nil }
    package func judged(_ begin: TrainerBegin, pass: Int64, isGood: Bool) -> TrainerBegin { begin }
    package func end(at place: TrainerPlace) -> Int64? { nil }
    package func strokes(at place: TrainerPlace) -> Int64? { nil }
}

/// The passes of a trainer that follows the player.
package struct TrainerPasses: Sendable, Hashable {
    /// How many bars a pass has.
    package var bars: Int64
    /// How far its strokes may lie from their places, as a mean, in milliseconds.
    package var withinMs: Int64

    /// The pass of a bar, from 0; nil before the first.
    package func pass(ofBar bar: Int64, _ begin: TrainerBegin) -> Int64? {
        bar < begin.bar ? nil : (bar - begin.bar).flooredDivision(by: max(1, bars)).quotient
    }

    /// The beats of the pass that holds a bar; nil before the first.
    package func beats(ofPassWith bar: Int64, _ begin: TrainerBegin, in grid: BarGrid) -> Range<Int64>? {
        guard let pass = pass(ofBar: bar, begin) else { return nil }
        let first = begin.bar + pass * max(1, bars)
        return grid.beat(ofBar: first, 1)..<grid.beat(ofBar: first + max(1, bars), 1)
    }
}

/// Where a trainer has begun.
package struct TrainerBegin: Sendable, Hashable {
    /// Its first beat.
    package var beat: Int64
    /// The bar of its first beat.
    package var bar: Int64
    /// Its first tempo, in thousandths of a bpm; 0 for a trainer that leads no tempo.
    package var tempo: Int64 = 0
    /// Of a trainer that follows the player: the steps that it took up to ``goodPass``.
    package var steps: Int64 = 0
    /// The last pass that was played well, after which it takes another step; nil where it has taken all.
    package var goodPass: Int64?

    /// A begin, of which no pass was played.
    package init(beat: Int64, bar: Int64, tempo: Int64 = 0) { (self.beat, self.bar, self.tempo) = (beat, bar, tempo) }

    /// The same begin, before any pass was played.
    var origin: TrainerBegin { TrainerBegin(beat: beat, bar: bar, tempo: tempo) }
}

/// The place of a trainer at a moment of a run, from which follows all that it does and all that is told and drawn of it.
package struct TrainerPlace: Sendable, Hashable {
    /// Where it has begun.
    package var begin: TrainerBegin
    /// The beat and its phase; while nothing plays, those of the next start.
    package var position: BeatPosition
    /// The bars around it.
    package var grid: BarGrid
    /// Whether it plays.
    package var isPlaying = true
    /// The beat from which a change that waits has it go on otherwise, or in other bars; nil where none does.
    package var otherBeat: Int64?
    /// The beat with which a time ends the music, and of the strokes that are told of; as far as it is known.
    package var endBeat: Int64?
    /// When that is heard, CLOCK_MONOTONIC.
    package var endNs: Int64?
    /// Seconds until then.
    package var secondsLeft: Double?

    /// A place; what is known of the end is added to it.
    package init(_ begin: TrainerBegin, _ position: BeatPosition, in grid: BarGrid) {
        (self.begin, self.position, self.grid) = (begin, position, grid)
    }

    /// The beat.
    var beat: Int64 { position.whole }
    /// Whether the trainer has begun.
    var hasBegun: Bool { beat >= begin.beat }
    /// How many bars after the first one of the trainer; 0 before it.
    var bars: Int64 { max(0, grid.bar(ofBeat: beat) - begin.bar) }
    /// A beat that is reached as things stand: nil for one that lies behind a change which waits.
    package func asFarAsKnown(_ beat: Int64) -> Int64? { otherBeat.map { beat < $0 } ?? true ? beat : nil }
    /// How many bars later the bar of a beat is.
    func bars(until beat: Int64) -> Int64 { grid.bar(ofBeat: beat) - grid.bar(ofBeat: self.beat) }
    /// Another beat in the same bars.
    func at(_ beat: Int64) -> TrainerPlace { TrainerPlace(begin, BeatPosition(whole: beat), in: grid) }
}

/// Where a run is, as a status tells it.
package struct ToldPlace: Sendable {
    /// The beat, from 0.
    package let beat: Int
    /// Which beat of its bar that is, from 1, and how many that bar has.
    package let (beatInBar, beatsPerBar): (Int, Int)

    /// A place in the bars of a run.
    package init(beat: Int, beatInBar: Int = 1, beatsPerBar: Int = 1) {
        (self.beat, self.beatInBar, self.beatsPerBar) = (beat, beatInBar, max(1, beatsPerBar))
    }

    /// How far another beat is, counted in bar lines: `in 3 bars`; in beats within the last bar: `in 2 beats`.
    func distance(to other: Int) -> String {
        let beats = max(0, Int128(other) - Int128(beat))
        let bars = (beats + Int128(beatInBar) - 1).quotient(by: Int128(beatsPerBar))
        if bars > 1 { return "in \(bars) bars" }
        return beats == 1 ? "in 1 beat" : "in \(beats) beats"
    }
}
