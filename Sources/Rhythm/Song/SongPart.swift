// SPDX-License-Identifier: Apache-2.0

/// Bars of one kind that are written one after the other, with one course of the tempo.
public struct SongPart: Sendable, Hashable {
    /// A beat that is held longer than it is written.
    public struct Fermata: Sendable, Hashable {
        /// The bar within the part, from 1.
        public var bar: Int
        /// The beat within the bar, from 1.
        public var beat: Int
        /// How many times its own length the beat lasts, more than 0. What would be played within it is not.
        public var hold: Ratio

        /// A beat of a bar, held `hold` times its length.
        public init(bar: Int, beat: Int, hold: Ratio) {
            self.bar = bar
            self.beat = beat
            self.hold = hold
        }
    }

    /// How many bars a part may have.
    public static let bars = 1...100_000

    /// How many bars, 1...100000.
    public var bars: Int
    /// The felt beats of a bar, in quarter notes, as in `Passage`.
    public var bar: [Ratio]
    /// The note that the tempo counts, in quarter notes.
    public var beat: Ratio
    /// How fast it is played.
    public var tempo: SongTempo
    /// What is played; lane 0 is that of the beats. They are counted from the beginning of the part.
    public var lanes: [Lane]
    /// The lanes that have names, each name once.
    public var named: [WrittenLane]
    /// How loud all of it is: linear, 1 is as loud as all else.
    public var volume: Double
    /// Beats that are held, each at most once.
    public var fermatas: [Fermata]
    /// Its meter as it is written, where its beats are not the felt ones, or where it states its groups.
    public var meter: Meter?

    /// All of its parts.
    public init(
        bars: Int, bar: [Ratio], beat: Ratio = .one, tempo: SongTempo, lanes: [Lane], named: [WrittenLane] = [],
        volume: Double = 1, fermatas: [Fermata] = [], meter: Meter? = nil
    ) {
        self.bars = bars
        self.bar = bar
        self.beat = beat
        self.tempo = tempo
        self.lanes = lanes
        self.named = named
        self.volume = volume
        self.fermatas = fermatas
        self.meter = meter
    }

    /// Its meter, where one is written that is as long as its bars.
    package var statedMeter: Meter? {
        guard let meter, meter.beatLength.times(Int64(meter.beats)) == (try? barLength) else { return nil }
        return meter
    }

    /// The length of a bar in quarter notes. Throws where it has none, or does not fit.
    public var barLength: Ratio {
        get throws(RhythmError) {
            var sum: Ratio? = .zero
            for beat in bar where beat.numerator > 0 { sum = sum?.adding(beat) }
            guard let sum, sum.numerator > 0, !bar.contains(where: { $0.numerator <= 0 }) else {
                throw .invalid("a bar needs beats, each longer than 0 quarter notes")
            }
            return sum
        }
    }

    /// Its length in quarter notes. Throws where it has none, or does not fit.
    public var length: Ratio {
        get throws(RhythmError) {
            guard Self.bars.contains(bars) else {
                throw .outOfRange("\(bars) bars are out of range: a part has 1 to 100000 bars", Self.bars)
            }
            guard let length = try barLength.times(Int64(bars)) else { throw .invalid("\(bars) bars are too long") }
            return length
        }
    }

    /// The distance of a beat from the beginning of the part, both numbers from 1.
    package func distance(ofBar bar: Int, beat: Int) throws(RhythmError) -> Ratio {
        guard bar >= 1, bar <= bars, beat >= 1, beat <= self.bar.count else {
            throw .invalid("beat \(beat) of bar \(bar) is not in a part of \(bars) bars of \(self.bar.count) beats")
        }
        var sum = try barLength.times(Int64(bar - 1))
        for length in self.bar.prefix(beat - 1) { sum = sum?.adding(length) }
        guard let sum else { throw .invalid("\(bars) bars are too long") }
        return sum
    }
}
