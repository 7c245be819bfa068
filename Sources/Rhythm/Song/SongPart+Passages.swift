// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

extension SongPart {
    /// One pass of it as the engine plays it: one passage, or several where a tempo of a list or a held beat cuts it.
    ///
    /// A passage after a cut goes on as if the part was whole; of a held beat only its beginning is left. Where the bars are says
    /// `SongMap`, and which numbers the named lanes have. Takes n log n of what is written, and each lane once for each held beat.
    package func passages(section: String?, lanes numbers: SongLanes) throws(RhythmError) -> [Passage] {
        let length = try length
        let held = try heldBeats
        let tempi = try tempo.tempi(within: length)
        let cuts = Set(tempi.map(\.begin) + held.flatMap { [$0.key, $0.value.end] } + [.zero, length])
        let places = cuts.sorted()
        var whole = Passage(
            length: length, curve: TempoCurve(tempo.first), beat: beat, bar: bar, lanes: lanes, volume: volume,
            section: section)
        if case .ramp(let from, let to, let shape) = tempo {
            whole.curve = TempoCurve(from: from, to: to, shape, length: length)
        }
        // Lanes are the same in all passages.
        try numbers.add(self, to: &whole)
        var (passages, present) = ([Passage](), 0)
        for (begin, end) in zip(places, places.dropFirst()) {
            guard let span = end.subtracting(begin) else { throw .invalid("the cuts of a part do not fit") }
            while present + 1 < tempi.count, tempi[present + 1].begin <= begin { present += 1 }
            var passage = whole
            (passage.length, passage.lead) = (span, begin)
            if whole.curve.isConstant { passage.curve = TempoCurve(tempi[present].tempo) }
            if let fermata = held[begin] { try passage.hold(fermata.hold) }
            passages.append(passage)
        }
        return passages
    }

    /// Its held beats, by their begins. Throws where one is not in it, or there twice.
    private var heldBeats: [Ratio: (end: Ratio, hold: Ratio)] {
        get throws(RhythmError) {
            guard !fermatas.isEmpty else { return [:] }
            let barLength = try barLength
            var begins: [Ratio] = [.zero]
            for beat in bar {
                guard let end = begins[begins.count - 1].adding(beat) else {
                    throw .invalid("\(bars) bars are too long")
                }
                begins.append(end)
            }
            var held: [Ratio: (end: Ratio, hold: Ratio)] = [:]
            for fermata in fermatas {
                guard 1...bars ~= fermata.bar, 1...bar.count ~= fermata.beat else {
                    throw .invalid(
                        "beat \(fermata.beat) of bar \(fermata.bar) is not in a part of \(bars) bars of \(bar.count) beats"
                    )
                }
                guard let line = barLength.times(Int64(fermata.bar - 1)),
                    let begin = line.adding(begins[fermata.beat - 1]), let end = line.adding(begins[fermata.beat])
                else { throw .invalid("\(bars) bars are too long") }
                guard fermata.hold.numerator > 0 else {
                    throw .invalid("a fermata of \(fermata.hold) times a beat is none: it must be more than 0")
                }
                guard held.updateValue((end, fermata.hold), forKey: begin) == nil else {
                    throw .invalid("beat \(fermata.beat) of bar \(fermata.bar) has two fermatas")
                }
            }
            return held
        }
    }
}

extension Lane {
    /// The onset that is played at a distance, in quarter notes, from the beginning of its passage; nil where none is.
    fileprivate func onset(at distance: Ratio, bar: [Ratio]) throws(RhythmError) -> Pattern.Onset? {
        let pattern = anchor == .bar ? try pattern.cut(to: bar) : pattern
        guard let cycle = Ratio(Int64(pattern.cycle), over: Int64(pattern.denominator)) else { return nil }
        let count = distance.quotient(by: cycle)
        guard let begin = cycle.times(count), let rest = distance.subtracting(begin) else { return nil }
        func place(_ index: Int) -> Ratio {
            Ratio(Int64(pattern.onsets[index].place), over: Int64(pattern.denominator)) ?? .zero
        }
        let index = pattern.onsets.indices.first(meeting: { rest <= place($0) })
        guard index < pattern.onsets.count, place(index) == rest else { return nil }
        // Onsets that its schedule leaves out are counted through the whole part.
        let number = Int64(clamping: Int128(count) * Int128(pattern.onsets.count) + Int128(index))
        return onsets?.contains(number) ?? true ? pattern.onsets[index] : nil
    }
}

extension Passage {
    /// Plays the passage `hold` times slower, at one tempo; onsets within it are not played, except at its beginning.
    fileprivate mutating func hold(_ hold: Ratio) throws(RhythmError) {
        guard let length, let seconds else { return }
        var (tempo, over) = (Int128(curve.start.numerator), Int128(curve.start.denominator))
        if !curve.isConstant {
            // The mean, in the finest parts that a `Double` of such a size has.
            let mean = length.value / beat.value * 60 / seconds
            (tempo, over) = (Int128(Int64(clamping: (mean * 0x1p42).rounded())), 1 << 42)
        }
        (tempo, over) = (tempo * Int128(hold.denominator), over * Int128(hold.numerator))
        if let tempo = try? Tempo(nearest: tempo, over: over) {
            curve = TempoCurve(tempo)
        } else {
            // Slower than 1 bpm, as a tempo of sixty-fourths of the note.
            let small = beat.multiplied(by: Ratio(1, over: 64)) ?? beat
            curve = TempoCurve(try Tempo(nearest: 64 * tempo, over: over))
            beat = small
        }
        let begin = lead
        lanes = try lanes.map { lane throws(RhythmError) in
            guard lane.anchor.origin == nil else { return lane }
            let onset = try lane.onset(at: begin, bar: bar)
            var held = lane
            (held.anchor, held.onsets) = (.passage, nil)
            held.pattern = try Pattern(
                cycle: Int(length.numerator), denominator: Int(length.denominator),
                onsets: onset.map { [$0.moved(to: 0)] } ?? [])
            return held
        }
        lead = .zero
    }
}

extension Tempo {
    /// The nearest tempo to a ratio, far nearer than a millionth where the ratio has a larger denominator than a tempo.
    fileprivate init(nearest numerator: Int128, over denominator: Int128) throws(RhythmError) {
        guard let ratio = Ratio(nearest: numerator, over: denominator, denominatorAtMost: Self.finestDenominator) else {
            throw .invalid("a held beat is too long")
        }
        try self.init(ratio.numerator, over: ratio.denominator)
    }
}
