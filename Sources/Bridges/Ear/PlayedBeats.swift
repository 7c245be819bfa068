// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MetronomeBounds

/// A stroke of a player, since the first one.
struct PlayedStroke: Sendable {
    var seconds: Double
    /// The natural logarithm of its peak.
    var loudness: Double
}

/// Beats as a straight line, and how likely a player has played them.
///
/// The likelihood weighs how near the strokes are to the places of a beat, how many places have one, whether those on the beat are
/// louder than others, and how near the tempo is to the expected one. Whether a beat is played in halves and quarters or in thirds, always
/// or never or now and then, changes it little: such chances are beta-binomial.
struct PlayedBeats: Sendable {
    /// Seconds from beat to beat.
    var period: Double
    /// When a beat is, in seconds.
    var origin: Double
    /// In how many parts a beat is played: 3 or 4.
    var parts: Int
    /// The natural logarithm of the likelihood.
    private(set) var likelihood = -Double.infinity
    /// The standard deviation of strokes from their places, in seconds.
    private(set) var spread = Double.infinity
    /// How many of the beats have a stroke, and how many of the strokes a place, as a part of all.
    private(set) var (filled, placed) = (0.0, 0.0)

    /// How far strokes are from their places, as a standard deviation in seconds.
    private static let scatter = 0.014
    /// What a stroke without a place costs.
    private static let stray = log(0.02)
    /// What strokes off the beat cost, what thirds do, and what it is worth that the first stroke of all is on a beat.
    private static let (offBeats, thirds, beginning) = (1.5, 1.0, 6.0)
    /// By how much louder strokes on the beat must be until that counts, and up to what; and how much a stroke of those counts.
    private static let (leastLouder, mostLouder, weight) = (0.2, 0.8, 2.5)
    /// The standard deviation of the tempo from the expected one, in octaves.
    private static let surprise = 0.3

    init(period: Double, origin: Double, parts: Int = 4) {
        (self.period, self.origin, self.parts) = (period, origin, parts)
    }

    /// Beats per minute.
    var bpm: Double { 60 / period }

    /// Which beat is nearest to a time, counted from the origin.
    func beat(nearest seconds: Double) -> Double { ((seconds - origin) / period).rounded() }

    /// The same beats, laid through strokes by least squares; nil where those are none. Strokes count less the older they are, with
    /// `memory` as the time constant in seconds.
    func fitted(to strokes: [PlayedStroke], memory: Double = .infinity) -> Self? {
        guard let end = strokes.last?.seconds else { return nil }
        let step = period / Double(parts)
        var (weights, x, y, xx, xy) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for stroke in strokes {
            let place = ((stroke.seconds - origin) / step).rounded()
            let off = stroke.seconds - origin - place * step
            guard abs(off) < 3.5 * Self.scatter else { continue }
            let (weight, number) = (exp((stroke.seconds - end) / memory), place / Double(parts))
            weights += weight
            x += weight * number
            y += weight * off
            xx += weight * number * number
            xy += weight * number * off
        }
        let spread = weights * xx - x * x
        guard weights > 0, spread > 1e-9 * weights * weights else { return nil }
        let slope = (weights * xy - x * y) / spread
        var fitted = self
        (fitted.period, fitted.origin) = (period + slope, origin + (y - slope * x) / weights)
        return fitted.period > 0 ? fitted : nil
    }

    /// The same beats with their likelihood by at least one stroke. `begins` is when the first of all was, where it is known; `expected`
    /// the expected tempo in beats per minute.
    func weighed(by strokes: [PlayedStroke], inBarsOf bar: Int, begins: Double?, expecting expected: Double) -> Self {
        let step = period / Double(parts)
        let length = (strokes.last?.seconds ?? 0) - (strokes.first?.seconds ?? 0)
        let rate = Double(strokes.count) / max(length, 0.1)
        let nearest = log(1 / (Self.scatter * (2 * Double.pi).squareRoot() * rate))
        var hits = [Double](repeating: 0, count: parts * bar)
        var (onBeat, offBeat) = (0.0, 0.0)
        var (sum, squares, last) = (0.0, 0.0, Double.infinity)
        for stroke in strokes {
            let place = ((stroke.seconds - origin) / step).rounded()
            let off = stroke.seconds - origin - place * step
            guard abs(off) < 3 * Self.scatter, place != last else {
                sum += Self.stray
                continue
            }
            last = place
            let perBar = Double(hits.count)
            let inBar = min(Int(clamping: place - (place / perBar).rounded(.down) * perBar), hits.count - 1)
            hits[inBar] += 1
            if inBar.isMultiple(of: parts) { onBeat += stroke.loudness } else { offBeat += stroke.loudness }
            squares += off * off
            sum += nearest - off * off / (2 * Self.scatter * Self.scatter)
        }
        let beats = (length / period).rounded() + 1
        let ofPart = (0..<parts).map { part in stride(from: part, to: hits.count, by: parts).reduce(0) { $0 + hits[$1] }
        }
        let placed = hits.reduce(0, +)
        let (onBeats, others) = (ofPart[0], placed - ofPart[0])
        var byPart = Self.chance(of: onBeats, in: beats, often: 4, seldom: 0.6)
        for part in 1..<parts { byPart += Self.chance(of: ofPart[part], in: beats - 1, often: 0.5, seldom: 0.7) }
        let bars = beats / Double(bar)
        let byBar = hits.reduce(0) { $0 + Self.chance(of: $1, in: bars, often: 0.3, seldom: 0.4) }
        sum += max(byPart, byBar - 2)
        if others > 0, onBeats > 0 {
            let louder = onBeat / onBeats - offBeat / others
            let counts = min(max(abs(louder) - Self.leastLouder, 0), Self.mostLouder)
            sum += min(onBeats, others) * Self.weight * (louder < 0 ? -counts : counts) - Self.offBeats
        }
        if parts == 3 { sum -= Self.thirds }
        if let begins, abs(begins - origin - beat(nearest: begins) * period) < 3.5 * Self.scatter {
            sum += Self.beginning
        }
        let octaves = log2(bpm / expected) / Self.surprise
        var weighed = self
        weighed.likelihood = sum - octaves * octaves / 2
        weighed.spread = placed > 0 ? (squares / placed).squareRoot() : .infinity
        (weighed.filled, weighed.placed) = (onBeats / beats, placed / Double(strokes.count))
        return weighed
    }

    /// The logarithm of the chance that of some places just these have a stroke, where each has one with a chance that is unknown: a
    /// beta-binomial one.
    private static func chance(of hits: Double, in places: Double, often: Double, seldom: Double) -> Double {
        func beta(_ a: Double, _ b: Double) -> Double { lgamma(a) + lgamma(b) - lgamma(a + b) }
        return beta(hits + often, max(places - hits, 0) + seldom) - beta(often, seldom)
    }
}
