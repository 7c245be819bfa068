// SPDX-License-Identifier: Apache-2.0

package import MetronomeRhythm

/// Where an outside clock is, by all lines that came of it.
///
/// A Kalman filter of two states: the position, and by how much the line is faster than its owner states. A line without
/// jitter is taken as it is; the more they scatter, the more of them are averaged. A line that is far from the others, or has
/// another tempo, begins anew: it is what its owner wants. One that is farther off than those before scatter is left out; three
/// such on one side are where the line is now, as where the owner's own clock has lost time.
package struct LineEstimate: Sendable, Hashable {
    /// A line whose distance from the estimate is more than this has jumped, in seconds.
    static let jump = 0.01
    /// A tempo that changes by more than this is another one, as a part of it.
    static let newTempo = 0.005
    /// How fast a line may be beside what its owner states, as a part of it.
    private static let mostSkew = 0.005
    /// What is expected of the skew before anything is known, as a part, and how much it wanders in a second.
    private static let (skew, wander) = (3e-4, 2e-6)
    /// The scatter of the lines that is expected at first, in seconds, and between which bounds it is found.
    private static let (scatter, scatters) = (3e-4, 2e-5...3e-3)
    /// A line strays where it is farther off than `stray` times the deviation that is expected of it and than `leastStray`
    /// seconds; `mostStrays` such lines on one side are no scatter.
    private static let (stray, leastStray, mostStrays): (Double, Double, Int) = (6, 2.5e-4, 3)
    /// How much of the scatter is that of the newest line.
    private static let newest = 0.1

    private struct Stray: Sendable, Hashable {
        var residual: Double
        var time: ClockTime
    }

    /// The newest line, moved to where the line is by all of them.
    package private(set) var line: OutsideLine
    /// By how much it is faster than stated, as a part.
    private(set) var skewed = 0.0
    /// The variances of position and skew, in s² and as a square, and their covariance.
    private var (positionVariance, covariance, skewVariance): (Double, Double, Double)
    /// The square of the scatter.
    private var noise = scatter * scatter
    /// The lines of late that strayed: by how much, and when.
    private var strays: [Stray] = []

    /// Nothing but one line.
    package init(_ line: OutsideLine) {
        self.line = line
        (positionVariance, covariance, skewVariance) = (noise, 0, Self.skew * Self.skew)
    }

    /// Seconds from a beat to the next.
    package var period: Double { line.period / (1 + skewed) }

    /// Beats a minute.
    package var bpm: Double { line.bpm * (1 + skewed) }

    /// The position at a time, in beats.
    package func beat(at time: ClockTime) -> Double { line.beat + time.seconds(since: line.time) / period }

    /// The time of a whole position that is nearest to another time.
    package func time(ofBeatNearest time: ClockTime) -> ClockTime {
        let beat = beat(at: time)
        return time.advanced(bySeconds: (beat.rounded() - beat) * period)
    }

    /// Takes the next line. Returns whether it goes on from those before.
    @discardableResult package mutating func take(_ next: OutsideLine) -> Bool {
        let seconds = next.time.seconds(since: line.time)
        // Another tempo holds from the line that states it.
        let predicted = beat(at: next.time)
        let residual = (next.beat - predicted) * period
        guard abs(next.bpm / line.bpm - 1) <= Self.newTempo, abs(residual) <= Self.jump, abs(seconds) < 60 else {
            begin(with: next)
            return false
        }
        if isStray(residual, after: seconds), next.bpm == line.bpm, strays.allSatisfy({ $0.residual * residual > 0 }) {
            strays.append(Stray(residual: residual, time: next.time))
            if strays.count == Self.mostStrays { believe(next) }
            return strays.isEmpty
        }
        strays = []
        noise += Self.newest * (residual * residual - noise)
        noise = min(
            max(noise, Self.scatters.lowerBound * Self.scatters.lowerBound),
            Self.scatters.upperBound * Self.scatters.upperBound)
        let dt = max(0, seconds)
        positionVariance += 2 * dt * covariance + dt * dt * skewVariance
        covariance += dt * skewVariance
        skewVariance += dt * Self.wander * Self.wander
        let gain = positionVariance / (positionVariance + noise)
        let skewGain = covariance / (positionVariance + noise)
        skewVariance -= skewGain * covariance
        covariance *= 1 - gain
        positionVariance *= 1 - gain
        let beat = predicted + gain * residual / period
        skewed = min(max(skewed + skewGain * residual, -Self.mostSkew), Self.mostSkew)
        line = next
        line.beat = beat
        return true
    }

    /// Whether a line is farther off than scatter explains.
    private func isStray(_ residual: Double, after seconds: Double) -> Bool {
        let dt = max(0, seconds)
        let variance = noise + positionVariance + 2 * dt * covariance + dt * dt * skewVariance
        return abs(residual) > max(Self.leastStray, Self.stray * variance.squareRoot())
    }

    /// The lines that strayed are right: goes on from the last of them, as much faster as they show.
    private mutating func believe(_ next: OutsideLine) {
        let residuals = strays.map(\.residual)
        let half = ((residuals.max() ?? 0) - (residuals.min() ?? 0)) / 2
        let slope = slope(of: strays)
        if abs(slope) > Self.skew { skewed = min(max(skewed + slope, -Self.mostSkew), Self.mostSkew) }
        noise = min(max(noise, half * half), Self.scatters.upperBound * Self.scatters.upperBound)
        begin(with: next)
    }

    /// How much faster lines that strayed are; 0 where they lie on no line, as of a clock that lost time more than once.
    private func slope(of strays: [Stray]) -> Double {
        guard let first = strays.first, let last = strays.last else { return 0 }
        let seconds = last.time.seconds(since: first.time)
        guard seconds > 0 else { return 0 }
        let slope = (last.residual - first.residual) / seconds
        let isLine = strays.allSatisfy {
            abs(first.residual + slope * $0.time.seconds(since: first.time) - $0.residual) < Self.leastStray
        }
        return isLine ? slope : 0
    }

    private mutating func begin(with next: OutsideLine) {
        line = next
        strays = []
        (positionVariance, covariance) = (noise, 0)
    }
}
