// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
import MetronomeControl
import MetronomeSession

/// Measures how late a device is heard, by a player who taps along to its click.
///
/// A pure value: the times of the taps, and the times at which the beats would be heard if the device reported all of its
/// delay. All times are CLOCK_MONOTONIC in nanoseconds. The result includes the player's own anticipation, which cannot be
/// separated from it.
struct TapCalibration: Sendable, Hashable {
    /// How many taps make a calibration.
    static let tapCount = 16
    /// How many taps must be left once outliers are dropped.
    static let fewest = 8
    /// The greatest standard deviation of the taps that is accepted, in milliseconds.
    static let widestMs = 50.0
    /// A tap no farther from the median than this is no outlier, however close the others are, in milliseconds.
    private static let closeMs = 10.0

    /// The offset that follows from the taps.
    struct Proposal: Sendable, Hashable {
        /// The offset to put in place of the one in force, in whole milliseconds.
        var offsetMs: Double
        /// The standard deviation of the taps that were used, in milliseconds.
        var spreadMs: Double
        /// How many taps were used.
        var used: Int
        /// How many taps there were.
        var taps: Int
    }

    /// Why no offset follows from the taps.
    enum Refusal: Error, Sendable, Hashable {
        /// Too few of the taps agree.
        case tooFew(used: Int, taps: Int)
        /// The taps scatter too much: their standard deviation in milliseconds.
        case tooScattered(spreadMs: Double)
        /// The mean is outside the offsets that are allowed, in milliseconds.
        case tooFar(offsetMs: Double)
    }

    /// The taps, in any order.
    var taps: [Int64] = []
    /// When each beat would be heard if the offset were 0, by its index.
    var beats: [Int: Int64] = [:]

    /// No taps and no beats.
    init() {}

    /// The offset that follows from the taps: the mean of those that are no outliers, by the median of the deviations from
    /// the median.
    ///
    /// A tap belongs to the beat that is heard up to a quarter of a beat after it or three quarters before it: devices are
    /// late more often than early, and a delay of a whole beat cannot be noticed.
    func proposal() throws(Refusal) -> Proposal {
        let delays = delaysMs
        let middle = delays.median
        let deviation = delays.map { abs($0 - middle) }.median
        // 1.4826 times the median deviation is the standard deviation of a normal distribution.
        let reach = max(Self.closeMs, 3 * 1.4826 * deviation)
        let kept = delays.filter { abs($0 - middle) <= reach }
        guard kept.count >= Self.fewest else { throw .tooFew(used: kept.count, taps: taps.count) }
        let mean = kept.reduce(0, +) / Double(kept.count)
        let spread = (kept.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(kept.count - 1)).squareRoot()
        guard spread <= Self.widestMs else { throw .tooScattered(spreadMs: spread) }
        guard OffsetChange.range.contains(mean) else { throw .tooFar(offsetMs: mean) }
        return Proposal(offsetMs: mean.rounded(), spreadMs: spread, used: kept.count, taps: taps.count)
    }

    /// How long after its beat each tap was, in milliseconds; taps without a beat are left out.
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
            "the taps are \(JSONValue(offset.rounded()).text) ms off, and an offset is \(OffsetChange.rangeText) ms: tap with the click"
        }
    }
}
