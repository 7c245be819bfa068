// SPDX-License-Identifier: Apache-2.0

extension Song {
    /// What the engine plays: the song from a distance on, in quarter notes from its begin, with the count-in in front unless
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
        for stretch in map.stretches[first...] {
            var next = try stretch.part.passages(section: stretch.label)
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
    fileprivate func passage(before stretch: SongMap.Stretch, at distance: Ratio) throws(RhythmError) -> Passage {
        let part = stretch.part
        let accents = accents ?? [.bell] + Array(repeating: .normal, count: part.bar.count - 1)
        guard 1...64 ~= bars else { throw .outOfRange("a count-in has 1 to 64 bars, not \(bars)", 1...64) }
        return Passage(
            length: try part.barLength, times: bars,
            curve: TempoCurve(part.tempo.tempo(at: distance, of: try part.length)), beat: part.beat, bar: part.bar,
            lanes: [Lane(id: 0, pattern: try Pattern(accents: accents, inBarsOf: part.bar))], volume: volume,
            section: nil)
    }
}

extension Arrangement {
    /// The same music from a distance after its begin on, in quarter notes; the run begins there, so lanes that are counted
    /// from its start are rotated too. Throws where a length does not fit, or nothing is left.
    public func dropping(_ distance: Ratio) throws(RhythmError) -> Arrangement {
        var left = distance
        var rest: [Passage] = []
        for passage in passages {
            guard left.numerator > 0 else {
                rest.append(passage)
                continue
            }
            guard let length = passage.length else {
                rest.append(try passage.dropping(left))
                left = .zero
                continue
            }
            let passes = min(Int64(max(1, passage.times)), left.quotient(by: length))
            guard let played = length.times(passes), let after = left.subtracting(played) else {
                throw .invalid("\(distance) quarter notes do not fit")
            }
            left = after
            var passage = passage
            passage.times -= Int(passes)
            guard passage.times > 0 else { continue }
            if left.numerator > 0 {
                var cut = passage
                cut.times = 1
                rest.append(try cut.dropping(left))
                left = .zero
                passage.times -= 1
            }
            if passage.times > 0 { rest.append(passage) }
        }
        guard left.numerator <= 0, !rest.isEmpty else {
            throw .invalid("there is no music \(distance) quarter notes after its begin")
        }
        for passage in rest.indices {
            for lane in rest[passage].lanes.indices where rest[passage].lanes[lane].anchor == .run {
                rest[passage].lanes[lane].pattern = try rest[passage].lanes[lane].pattern.rotated(by: distance)
            }
        }
        return Arrangement(begin: begin, passages: rest, seed: seed)
    }
}

extension Passage {
    /// What is left of one pass from a distance on, which is less than its length.
    fileprivate func dropping(_ distance: Ratio) throws(RhythmError) -> Passage {
        var passage = self
        if let length {
            guard let left = length.subtracting(distance) else { throw .invalid("\(distance) does not fit") }
            passage.length = left
        }
        if !curve.isConstant {
            if let left = curve.length.subtracting(distance), left.numerator > 0 {
                let tempo = SongTempo.ramp(from: curve.start, to: curve.end, curve.shape)
                passage.curve = TempoCurve(
                    from: tempo.tempo(at: distance, of: curve.length), to: curve.end, curve.shape, length: left)
            } else {
                passage.curve = TempoCurve(curve.end)
            }
        }
        passage.lanes = try lanes.map { lane throws(RhythmError) in try lane.rotated(by: distance, bar: bar) }
        return passage
    }
}
