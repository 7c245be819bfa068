// SPDX-License-Identifier: Apache-2.0

public import Control

extension Timing {
    /// The timing of a daemon that has played on a card for two hours, with an xrun in the last minute.
    public static let afterTwoHours = Timing(
        sinceStart: TimingRange(
            seconds: 7503, beats: 15_006,
            errorUs: TimingSpread(
                count: 15_004, p50: 9.2, p99: 36.9, max: 88.1,
                histogram: [.init(uptoUs: 9.216, count: 9000), .init(uptoUs: 90.112, count: 6004)]),
            wakeLatenessUs: TimingSpread(
                count: 412_665, p50: 73.7, p99: 147.5, max: 3209.4,
                histogram: [.init(uptoUs: 73.728, count: 400_000), .init(uptoUs: 3276.8, count: 12_665)]),
            xruns: TimingXruns(
                count: 2, missedFrames: 4310,
                recent: [.init(atNs: 1, missedFrames: 2000), .init(atNs: 81_200_000_000_000, missedFrames: 2310)]),
            losses: 1, lowestRatePPM: 11.8, highestRatePPM: 12.9, residualUs: 3.42),
        lastMinute: TimingRange(
            seconds: 57.3, beats: 115, errorUs: TimingSpread(count: 0, p50: nil, p99: nil, max: nil, histogram: []),
            wakeLatenessUs: TimingSpread(count: 0, p50: nil, p99: nil, max: nil, histogram: []),
            xruns: TimingXruns(count: 0, missedFrames: 0, recent: []), losses: 0, lowestRatePPM: nil,
            highestRatePPM: nil, residualUs: nil),
        ratePPM: 12.3, audio: Status.allegro.audio, nowNs: 81_234_567_890_123)

    /// The timing of a daemon that has done nothing yet.
    public static var fresh: Timing {
        var timing = afterTwoHours
        timing.sinceStart = timing.lastMinute
        timing.sinceStart.seconds = 0.4
        timing.sinceStart.beats = 0
        timing.lastMinute = timing.sinceStart
        timing.ratePPM = nil
        timing.audio = Status.stopped.audio
        return timing
    }
}
