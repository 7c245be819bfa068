// SPDX-License-Identifier: Apache-2.0

extension Arrangement {
    /// The same music up to a distance from its beginning, in quarter notes, and other passages from there on: the one operation
    /// behind seeking, looping, count-ins, presets and undo.
    ///
    /// Nil where the music ends before `distance`, and where a length does not fit.
    public func spliced(with passages: [Passage], at distance: Ratio) -> Arrangement? {
        var kept: [Passage] = []
        var left = distance
        for passage in self.passages where left.numerator > 0 {
            var passage = passage
            guard let length = passage.length else {
                passage.length = left
                kept.append(passage)
                left = .zero
                break
            }
            let passes = min(Int64(max(1, passage.times)), left.quotient(by: length))
            guard let played = length.times(passes), let rest = left.subtracting(played) else { return nil }
            if passes > 0 {
                var whole = passage
                whole.times = Int(passes)
                kept.append(whole)
            }
            left = rest
            if passes < passage.times, rest.numerator > 0 {
                passage.length = rest
                passage.times = 1
                kept.append(passage)
                left = .zero
            }
        }
        guard left.numerator == 0 else { return nil }
        return Arrangement(begin: begin, passages: kept + passages, seed: seed)
    }

    /// The same music, with a passage's end at a distance from its beginning, in quarter notes. Nil where a length does not fit.
    public func cut(at distance: Ratio) -> Arrangement? {
        var (left, cut) = (distance, self)
        cut.passages = []
        for (index, passage) in passages.enumerated() {
            guard left.numerator > 0 else { return cut.adding(passages[index...]) }
            var (first, second) = (passage, passage)
            let passes = passage.length.map { min(Int64(max(1, passage.times)), left.quotient(by: $0)) } ?? 0
            guard let rest = left.subtracting(passage.length?.times(passes) ?? .zero) else { return nil }
            if passes > 0 {
                first.times = Int(passes)
                cut.passages.append(first)
            }
            left = rest
            guard passage.length == nil || passes < max(1, passage.times) else { continue }
            let others = max(1, passage.times) - Int(passes) - (rest.numerator > 0 ? 1 : 0)
            if rest.numerator > 0 {
                (first.times, second.times) = (1, 1)
                first.length = rest
                guard let lead = passage.lead.adding(rest) else { return nil }
                second.lead = lead
                if let length = passage.length {
                    guard let end = length.subtracting(rest) else { return nil }
                    second.length = end
                }
                cut.passages += [first, second]
            }
            if others > 0, passage.length != nil {
                second = passage
                second.times = others
                cut.passages.append(second)
            }
            return cut.adding(passages[(index + 1)...])
        }
        return cut
    }

    /// The same music, at one tempo between two distances from its beginning, in quarter notes. Nil where a length does not fit.
    public func holding(_ tempo: Tempo, from begin: Ratio, to end: Ratio) -> Arrangement? {
        changingCurves(from: begin, to: end) { _ in TempoCurve(tempo) }
    }

    /// The same music, with other courses of the tempo between two distances from its beginning, in quarter notes, or from one on
    /// without end. Each keeps its length. Nil where a length does not fit.
    public func changingCurves(from begin: Ratio, to end: Ratio?, _ change: (TempoCurve) -> TempoCurve) -> Arrangement?
    {
        if let end, !(begin < end) { return self }
        guard let open = cut(at: begin), var changed = end == nil ? open : end.flatMap(open.cut) else { return nil }
        var distance = Ratio.zero
        for index in changed.passages.indices {
            if let end, !(distance < end) { break }
            if !(distance < begin) { changed.passages[index].curve = change(changed.passages[index].curve) }
            guard let length = changed.passages[index].length?.times(Int64(max(1, changed.passages[index].times)))
            else {
                break
            }
            guard let next = distance.adding(length) else { return nil }
            distance = next
        }
        return changed
    }

    private func adding(_ others: ArraySlice<Passage>) -> Arrangement {
        var longer = self
        longer.passages += others
        return longer
    }
}
