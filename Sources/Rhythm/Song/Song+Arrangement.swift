// SPDX-License-Identifier: Apache-2.0

extension Song {
    /// What the engine plays: the song from a distance on, in quarter notes from its beginning, with the count-in in front unless
    /// that is left out.
    ///
    /// Its passages carry the labels of their sections. Throws if a number of the song is out of its range, or if nothing is
    /// left to be played.
    public func arrangement(from distance: Ratio = .zero, countsIn: Bool = true) throws(RhythmError) -> Arrangement {
        let map = try SongMap(self)
        guard let first = map.stretch(at: distance), distance.numerator >= 0, distance < map.length else {
            throw .invalid(
                map.stretches.isEmpty
                    ? "the song is empty: there is nothing to be played" : "\(distance) is not before the song's end")
        }
        var passages: [Passage] = []
        var section = -1
        var parts = OncePerPart<[Passage]>()
        for stretch in map.stretches[first...] {
            var next = try parts.value(of: stretch) { stretch throws(RhythmError) in
                try stretch.part.passages(section: stretch.label, lanes: map.lanes)
            }
            // The passes of a section that is one passage are passes of that passage.
            if stretch.section == section, next.count == 1, let last = passages.last {
                next[0].times = last.times
                if next[0] == last {
                    passages[passages.count - 1].times += 1
                    continue
                }
                next[0].times = 1
            }
            section = stretch.section
            passages += next
        }
        let begin = map.stretches[first].begin
        guard let inside = distance.subtracting(begin) else { throw .invalid("\(distance) is no place of the song") }
        var music = try Arrangement(passages: passages).dropping(inside)
        if countsIn, let countIn {
            music.passages.insert(try countIn.passage(before: map.stretches[first], at: inside), at: 0)
        }
        return music
    }
}

extension Song.CountIn {
    /// The bars in front of a place of a stretch.
    func passage(before stretch: SongMap.Stretch, at distance: Ratio) throws(RhythmError) -> Passage {
        let part = stretch.part
        // Signs fit the bars with which the song begins; another place is not left without its count-in.
        let isBegin = stretch.begin.numerator == 0 && distance.numerator == 0
        let fitting = accents.flatMap { isBegin || $0.count.isMultiple(of: part.bar.count) ? $0 : nil }
        let accents = fitting ?? [.bell] + Array(repeating: .normal, count: part.bar.count - 1)
        guard 1...64 ~= bars else { throw .outOfRange("a count-in has 1 to 64 bars, not \(bars)", 1...64) }
        // One pass, for the accents may reach over several bars.
        guard let length = try part.barLength.times(Int64(bars)) else { throw .invalid("\(bars) bars are too long") }
        return Passage(
            length: length,
            curve: TempoCurve(part.tempo.tempo(at: distance, of: try part.length)), beat: part.beat, bar: part.bar,
            lanes: [Lane(id: 0, pattern: try Pattern(accents: accents, inBarsOf: part.bar))], volume: volume,
            section: nil)
    }
}

extension Arrangement {
    /// The same music from a distance after its beginning on, in quarter notes; the run begins there, so lanes that are counted
    /// from its start are rotated. Throws where a length does not fit, or nothing is left.
    public func dropping(_ distance: Ratio) throws(RhythmError) -> Arrangement {
        guard distance.numerator > 0 else { return self }
        var music = cut(at: distance)
        var left = distance
        while left.numerator > 0, let first = music?.passages.first {
            guard let length = first.length?.times(Int64(max(1, first.times))), left >= length,
                let rest = left.subtracting(length)
            else { break }
            left = rest
            music?.passages.removeFirst()
        }
        guard var music, left.numerator == 0, !music.passages.isEmpty else {
            throw .invalid("there is no music \(distance) quarter notes after its beginning")
        }
        for passage in music.passages.indices {
            for lane in music.passages[passage].lanes.indices
            where music.passages[passage].lanes[lane].anchor == .run {
                let pattern = music.passages[passage].lanes[lane].pattern
                music.passages[passage].lanes[lane].pattern = try pattern.rotated(by: distance)
            }
            for lane in music.passages[passage].lanes.indices {
                guard case .position(let place) = music.passages[passage].lanes[lane].anchor,
                    let rest = place.subtracting(distance)
                else { continue }
                music.passages[passage].lanes[lane].anchor = .position(rest)
            }
        }
        return music
    }
}
