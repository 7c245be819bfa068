// SPDX-License-Identifier: Apache-2.0

extension Arrangement {
    /// The same music up to a distance from its begin, in quarter notes, and other passages from there on: the one operation
    /// behind seeking, looping, count-ins, presets and undo.
    ///
    /// Nil where the music does not reach so far, and where a length does not fit.
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
}
