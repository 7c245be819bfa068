// SPDX-License-Identifier: Apache-2.0

public import MetronomeControl

extension Timing {
    /// The timing of a daemon that has played on a card for two hours, with an xrun in the last minute.
    public static let afterTwoHours = Timing {
        $0.sinceStart = TimingRange {
            $0.seconds = 7503; $0.beats = 15_006
            $0.errorUs = TimingSpread {
                $0.count = 15_004; $0.p50 = 9.2; $0.p99 = 36.9; $0.max = 88.1
                $0.histogram = [
                    .init { ($0.uptoUs, $0.count) = (9.216, 9000) }, .init { ($0.uptoUs, $0.count) = (90.112, 6004) },
                ]
            }
            $0.wakeLatenessUs = TimingSpread {
                $0.count = 412_665; $0.p50 = 73.7; $0.p99 = 147.5; $0.max = 3209.4
                $0.histogram = [
                    .init { ($0.uptoUs, $0.count) = (73.728, 400_000) },
                    .init { ($0.uptoUs, $0.count) = (3276.8, 12_665) },
                ]
            }
            $0.xruns = TimingXruns {
                $0.count = 2; $0.missedFrames = 4310
                $0.recent = [
                    .init { ($0.atNs, $0.missedFrames) = (1, 2000) },
                    .init {
                        $0.atNs = 81_200_000_000_000; $0.missedFrames = 2310
                    },
                ]
            }
            $0.losses = 1; $0.lowestRatePPM = 11.8; $0.highestRatePPM = 12.9
            $0.residualUs = 3.42
        }
        $0.lastMinute = TimingRange {
            $0.seconds = 57.3; $0.beats = 115; $0.errorUs = TimingSpread()
            $0.wakeLatenessUs = TimingSpread(); $0.xruns = TimingXruns()
        }
        $0.ratePPM = 12.3; $0.audio = Status.allegro.audio; $0.nowNs = 81_234_567_890_123
    }

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
