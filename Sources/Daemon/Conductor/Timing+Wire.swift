// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeRhythm
internal import Playback

extension Timing {
    /// The record that the real-time thread keeps of its own timing, in the form of the wire.
    init(_ timing: TimingSnapshot, _ audio: AudioState, at now: ClockTime) {
        self.init {
            $0.sinceStart = TimingRange(timing.sinceStart)
            $0.lastMinute = TimingRange(timing.lastMinute)
            $0.ratePPM = timing.ppm.map { rounded($0, to: 1000) }
            $0.audio = audio
            $0.nowNs = now.nanoseconds
        }
    }
}

/// A figure rounded to the digits that were measured.
private func rounded(_ value: Double, to steps: Double = 10) -> Double { (value * steps).rounded() / steps }

extension TimingRange {
    fileprivate init(_ figures: TimingFigures) {
        self.init {
            $0.seconds = rounded(figures.to.seconds(since: figures.from))
            $0.beats = figures.beats
            $0.errorUs = TimingSpread(figures.errors)
            $0.wakeLatenessUs = TimingSpread(figures.lateness)
            $0.xruns = TimingXruns {
                $0.count = figures.xruns
                $0.missedFrames = figures.missedFrames
                $0.recent = figures.recentXruns.map { xrun in
                    TimingXruns.Xrun { ($0.atNs, $0.missedFrames) = (xrun.time.nanoseconds, xrun.missedFrames) }
                }
            }
            $0.losses = figures.losses
            $0.lowestRatePPM = figures.ppm.map { rounded($0.lowerBound, to: 1000) }
            $0.highestRatePPM = figures.ppm.map { rounded($0.upperBound, to: 1000) }
            $0.residualUs = figures.residualNs.map { rounded($0 / 1000, to: 100) }
        }
    }
}

extension TimingSpread {
    fileprivate init(_ distribution: TimingDistribution) {
        func us(_ ns: Int64) -> Double { rounded(Double(ns) / 1000) }
        let count = distribution.count
        let isEmpty = count == 0
        self.init {
            $0.count = count
            $0.p50 = isEmpty ? nil : us(distribution.percentileNs(0.5))
            $0.p99 = isEmpty ? nil : us(distribution.percentileNs(0.99))
            $0.max = isEmpty ? nil : us(distribution.longestNs)
            $0.histogram = distribution.steps.map { step in
                Bucket {
                    $0.uptoUs = Double(step.endNs) / 1000
                    $0.count = step.count
                }
            }
        }
    }
}
