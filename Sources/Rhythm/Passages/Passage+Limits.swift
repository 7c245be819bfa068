// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

extension Passage {
    /// The most onsets in a second, of all lanes together, and passes; or felt beats, where these are more.
    public static let mostOnsetsPerSecond = 10_000.0

    /// The bounds of a beat, in quarter notes: with the finest tempo and the highest rate its frames are counted in integers that
    /// hold them.
    static let (largestBeat, finestBeat): (Int64, Int64) = (1_000_000_000, 500_000)

    /// Throws if it cannot be played: for lanes of the same number, for a length that is none or too long, and for more onsets or
    /// felt beats in a second than can be played.
    ///
    /// - Parameter inPlan: whether it is one of the few passages of a plan, which may be what is left of a longer one: a pass that
    ///   comes once does not count then.
    public func checkLimits(inPlan: Bool = false) throws(RhythmError) {
        var onsetsPerQuarter = 0.0
        var seen = BitSet()
        for lane in lanes {
            guard 0..<Lane.most ~= lane.id, !seen.contains(lane.id) else {
                throw .invalid("lane \(lane.id) is there twice, or not one of 0 to \(Lane.most - 1)")
            }
            seen.insert(lane.id)
            let pattern = lane.anchor == .bar ? try lane.pattern.cut(to: bar) : lane.pattern
            onsetsPerQuarter += pattern.onsetsPerQuarter
        }
        guard beat.numerator > 0, beat.numerator <= Self.largestBeat, beat.denominator <= Self.finestBeat else {
            throw .invalid(
                "a beat of \(beat) quarter notes is too fine, or too long: write the speed with fewer digits")
        }
        let fastest = max(curve.start, curve.end).beatsPerMinute / 60 * beat.value
        let length = length ?? .one
        guard length.numerator > 0, length.denominator <= 1_000_000, length.value * Double(times) < 0x1p40 else {
            throw .invalid("a passage of \(length) quarter notes is too long, or has no length")
        }
        // Each pass is looked into as each onset is, whether it has any or not.
        if self.length != nil, times > 1 || !inPlan { onsetsPerQuarter += 1 / length.value }
        // Where a quarter note stands for a felt beat, each is told, whatever is played on it.
        onsetsPerQuarter = max(onsetsPerQuarter, 1)
        guard onsetsPerQuarter * fastest <= Self.mostOnsetsPerSecond else {
            throw .outOfRange(
                "\(Int64(clamping: (onsetsPerQuarter * fastest).rounded())) onsets, beats and passes a second are too many: at most 10000 can be played",
                0...10_000)
        }
    }
}
