// SPDX-License-Identifier: Apache-2.0

extension SongPart {
    /// One pass of it as the engine plays it: one passage, or several where a tempo of a list or a held beat cuts it.
    ///
    /// A passage after a cut goes on as if the part was whole; of a held beat only its begin is left. Where the bars are says
    /// `SongMap`, and which numbers the named lanes have.
    package func passages(section: String?, lanes numbers: SongLanes) throws(RhythmError) -> [Passage] {
        let length = try length
        var held: [(begin: Ratio, end: Ratio, hold: Ratio)] = []
        for fermata in fermatas {
            let begin = try distance(ofBar: fermata.bar, beat: fermata.beat)
            guard fermata.hold.numerator > 0, let end = begin.adding(bar[fermata.beat - 1]) else {
                throw .invalid("a fermata of \(fermata.hold) times a beat is none: it must be more than 0")
            }
            guard !held.contains(where: { $0.begin == begin }) else {
                throw .invalid("beat \(fermata.beat) of bar \(fermata.bar) has two fermatas")
            }
            held.append((begin, end, fermata.hold))
        }
        let cuts = Set(try tempo.changes(within: length) + held.flatMap { [$0.begin, $0.end] } + [.zero, length])
        let places = cuts.sorted()
        var passages: [Passage] = []
        for (begin, end) in zip(places, places.dropFirst()) {
            guard let span = end.subtracting(begin) else { throw .invalid("the cuts of a part do not fit") }
            var passage = Passage(
                length: span, lead: begin, curve: curve(from: begin, of: length), beat: beat, bar: bar, lanes: lanes,
                volume: volume, section: section)
            try numbers.add(self, to: &passage)
            if let fermata = held.first(where: { $0.begin == begin }) {
                try passage.hold(fermata.hold, at: tempo.tempo(at: begin, of: length))
            }
            passages.append(passage)
        }
        return passages
    }

    private func curve(from begin: Ratio, of length: Ratio) -> TempoCurve {
        guard case .ramp(let from, let to, let shape) = tempo else {
            return TempoCurve(tempo.tempo(at: begin, of: length))
        }
        return TempoCurve(from: from, to: to, shape, length: length)
    }
}

extension Lane {
    /// The lane as it goes on from a distance on, in quarter notes, from the begin of its passage.
    func rotated(by distance: Ratio, bar: [Ratio]) throws(RhythmError) -> Lane {
        guard distance.numerator > 0, anchor.origin == nil else { return self }
        var lane = self
        if anchor == .bar {
            lane.pattern = try pattern.cut(to: bar)
            lane.anchor = .passage
        }
        lane.pattern = try lane.pattern.rotated(by: distance)
        return lane
    }
}

extension Passage {
    /// Plays it so many times slower than a tempo; what is within it but at its begin is not played.
    fileprivate mutating func hold(_ hold: Ratio, at tempo: Tempo) throws(RhythmError) {
        let held = Int128(tempo.numerator) * Int128(hold.denominator)
        let over = Int128(tempo.denominator) * Int128(hold.numerator)
        if let tempo = try? Tempo(wide: held, over: over) {
            curve = TempoCurve(tempo)
        } else {
            // Slower than 1 bpm, as a tempo of sixty-fourths of the note.
            let small = beat.multiplied(by: Ratio(1, over: 64)) ?? beat
            curve = TempoCurve(try Tempo(wide: 64 * held, over: over))
            beat = small
        }
        guard let length else { return }
        let begin = lead
        lanes = try lanes.map { lane throws(RhythmError) in
            guard lane.anchor.origin == nil else { return lane }
            var lane = try lane.rotated(by: begin, bar: bar)
            let first = lane.pattern.onsets.first.flatMap { $0.place == 0 ? [$0] : nil } ?? []
            lane.pattern = try Pattern(
                cycle: Int(length.numerator), denominator: Int(length.denominator), onsets: first)
            return lane
        }
        lead = .zero
    }
}
