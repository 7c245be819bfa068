// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Playback
internal import Rhythm

extension Timing {
    /// The record that the real-time thread keeps of its own timing, in the form of the wire.
    init(_ timing: TimingSnapshot, _ audio: AudioState, at now: ClockTime) {
        self.init(
            sinceStart: TimingRange(timing.sinceStart), lastMinute: TimingRange(timing.lastMinute),
            ratePPM: timing.ppm.map { rounded($0, to: 1000) }, audio: audio, nowNs: now.nanoseconds)
    }
}

/// A figure rounded to the digits that were measured.
private func rounded(_ value: Double, to steps: Double = 10) -> Double { (value * steps).rounded() / steps }

extension TimingRange {
    fileprivate init(_ figures: TimingFigures) {
        self.init(
            seconds: rounded(figures.to.seconds(since: figures.from)), beats: figures.beats,
            errorUs: TimingSpread(figures.errors), wakeLatenessUs: TimingSpread(figures.lateness),
            xruns: TimingXruns(
                count: figures.xruns, missedFrames: figures.missedFrames,
                recent: figures.recentXruns.map {
                    TimingXruns.Xrun(atNs: $0.time.nanoseconds, missedFrames: $0.missedFrames)
                }),
            losses: figures.losses, lowestRatePPM: figures.ppm.map { rounded($0.lowerBound, to: 1000) },
            highestRatePPM: figures.ppm.map { rounded($0.upperBound, to: 1000) },
            residualUs: figures.residualNs.map { rounded($0 / 1000, to: 100) })
    }
}

extension TimingSpread {
    fileprivate init(_ distribution: TimingDistribution) {
        func us(_ ns: Int64) -> Double { rounded(Double(ns) / 1000) }
        let count = distribution.count
        let isEmpty = count == 0
        self.init(
            count: count, p50: isEmpty ? nil : us(distribution.percentileNs(0.5)),
            p99: isEmpty ? nil : us(distribution.percentileNs(0.99)), max: isEmpty ? nil : us(distribution.longestNs),
            histogram: distribution.steps.map { Bucket(uptoUs: Double($0.endNs) / 1000, count: $0.count) })
    }
}
