// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// A canon: voices that all follow one schedule, each later than the one before it by the same delay.
///
/// It is a schedule itself, with an entry wherever a voice has one, so a canon may be nested in another or delayed.
/// What a voice shows is for that voice to say, `voices[i].entry(atOrBefore:)`; the canon's own entries tell when any of
/// them changes. Its ids count on through all voices: the first is the base's first id times the number of voices.
public struct CanonSchedule<Base: Schedule>: Schedule where Base.Instant: ExactInstant {
    /// How many voices there may be.
    public static var range: ClosedRange<Int> { 1...64 }

    /// In the order in which they begin; the first is without a delay.
    public let voices: [DelayedSchedule<Base>]

    /// The delay from voice to voice is in the axis's unit. Throws if it is negative, or the voices are not 1...64.
    public init(_ base: Base, voices count: Int, delay: Ratio) throws(RhythmError) {
        guard Self.range.contains(count) else {
            throw .outOfRange("a canon of \(count) voices is out of range: it has 1 to 64", Self.range)
        }
        var voices: [DelayedSchedule<Base>] = []
        for voice in 0..<count { voices.append(try DelayedSchedule(base, by: delay, times: voice)) }
        self.voices = voices
    }

    /// As many ids as all voices have together.
    public var ids: Range<Int64> {
        let each = voices[0].ids
        let count = Int128(voices.count)
        return Int64(clamping: Int128(each.lowerBound) * count)..<Int64(clamping: Int128(each.upperBound) * count)
    }

    /// Where the entry lies; nil if there is none.
    public func instant(ofID id: Int64) -> Base.Instant? {
        guard ids.contains(id) else { return nil }
        // Before the first voice has come to entry n of its own, too few have passed; once the last voice has, enough.
        let own = id.flooredDivision(by: Int64(voices.count)).quotient
        guard let earliest = voices[0].instant(ofID: own), let latest = voices[voices.count - 1].instant(ofID: own)
        else { return nil }
        var (low, high) = (earliest.ticks, latest.ticks)
        while low < high {
            let middle = low + (high - low) / 2
            guard let instant = Base.Instant(ticks: middle) else { return nil }
            if lastID(at: instant) >= Int128(id) { high = middle } else { low = middle + 1 }
        }
        return Base.Instant(ticks: low)
    }

    /// The last entry at an instant or before it; nil before the first.
    public func id(atOrBefore instant: Base.Instant) -> Int64? {
        guard let last = ids.last else { return nil }
        let id = lastID(at: instant)
        return id < Int128(ids.lowerBound) ? nil : Int64(clamping: min(id, Int128(last)))
    }

    /// The sum of the voices' own ids, shifted so that it goes on by one with every entry from `ids.lowerBound`.
    private func lastID(at instant: Base.Instant) -> Int128 {
        voices.reduce(Int128(voices.count) - 1) { sum, voice in
            sum + (voice.id(atOrBefore: instant).map { Int128($0) } ?? Int128(voice.ids.lowerBound) - 1)
        }
    }
}
