// SPDX-License-Identifier: Apache-2.0

import Control

/// How late a device is heard, found out by a player who taps along to its click.
///
/// A pure value: when the taps were, and when the beats would be heard if the device told all of its delay; all times are
/// CLOCK_MONOTONIC in nanoseconds. The player's own anticipation is in the result and cannot be told from it.
struct TapCalibration: Sendable, Hashable {
    /// Taps that are wanted.
    static let wanted = 16
    /// Taps that must be left when outliers are dropped.
    static let fewest = 8
    /// The greatest standard deviation of taps that mean something, in milliseconds.
    static let widestMs = 50.0
    /// A tap no farther from the middle than this is no outlier, however close the others are.
    private static let closeMs = 10.0

    /// The offset that the taps speak for.
    struct Proposal: Sendable, Hashable {
        /// The offset to put in place of the one in force, in whole milliseconds.
        var offsetMs: Double
        /// The standard deviation of the taps that count, in milliseconds.
        var spreadMs: Double
        /// Taps that count.
        var used: Int
        /// Taps there were.
        var taps: Int
    }

    /// Why the taps speak for no offset.
    enum Refusal: Error, Sendable, Hashable {
        /// So many of so many count.
        case tooFew(used: Int, taps: Int)
        /// They differ by so many milliseconds.
        case tooScattered(spreadMs: Double)
        /// No offset is that large.
        case tooFar(offsetMs: Double)
    }

    /// The taps, in any order.
    var taps: [Int64] = []
    /// The beats, by their number: when each would be heard if the offset were 0.
    var beats: [Int: Int64] = [:]

    /// No taps and no beats.
    init() {}

    /// What the taps speak for: outliers, by the median of the deviations from the median, are dropped, and the mean of
    /// the rest is taken.
    ///
    /// A tap belongs to the beat that is heard up to a quarter of a beat after it or three quarters before it: delays are
    /// more often late than early, and one of a whole beat cannot be seen.
    func proposal() throws(Refusal) -> Proposal {
        let delays = delaysMs
        let middle = Self.median(delays)
        let deviation = Self.median(delays.map { abs($0 - middle) })
        // 1.4826 times that is the standard deviation, where taps scatter as they do by nature.
        let reach = max(Self.closeMs, 3 * 1.4826 * deviation)
        let kept = delays.filter { abs($0 - middle) <= reach }
        guard kept.count >= Self.fewest else { throw .tooFew(used: kept.count, taps: taps.count) }
        let mean = kept.reduce(0, +) / Double(kept.count)
        let spread = (kept.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(kept.count - 1)).squareRoot()
        guard spread <= Self.widestMs else { throw .tooScattered(spreadMs: spread) }
        guard OffsetChange.range.contains(mean) else { throw .tooFar(offsetMs: mean) }
        return Proposal(offsetMs: mean.rounded(), spreadMs: spread, used: kept.count, taps: taps.count)
    }

    /// How long after its beat each tap was that has one, in milliseconds.
    private var delaysMs: [Double] {
        let times = beats.values.sorted()
        guard times.count > 1 else { return [] }
        return taps.compactMap { tap in
            for index in times.indices.reversed() {
                let next = index + 1 < times.count ? index + 1 : index
                let period = times[next] - times[next - 1]
                let delay = tap - times[index]
                guard delay >= -period / 4 else { continue }
                return delay < period - period / 4 ? Double(delay) / 1e6 : nil
            }
            return nil
        }
    }

    private static func median(_ values: [Double]) -> Double {
        guard !values.isEmpty else { return 0 }
        let sorted = values.sorted()
        let half = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
    }
}

extension TapCalibration.Refusal: CustomStringConvertible {
    /// What was wrong and what to do.
    var description: String {
        switch self {
        case .tooFew(let used, let taps):
            "only \(used) of \(taps) taps agree, and \(TapCalibration.fewest) must: tap once for every click, and try again"
        case .tooScattered(let spread):
            "the taps scatter by ±\(JSONValue(spread.rounded()).text) ms, and \(JSONValue(TapCalibration.widestMs).text) "
                + "is the most: listen for a bar first, and try again at a tempo that suits you"
        case .tooFar(let offset):
            "the taps are \(JSONValue(offset.rounded()).text) ms off, and an offset is -1000...2000 ms: tap with the click"
        }
    }
}
