// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm

@testable import MetronomeSession

/// Bars without accents but the bell.
extension BeatAccents {
    init(bell: BellPattern?) { self.init(bar: [.normal], bell: bell) }
}

extension RunRecord {
    init(_ plan: AdoptedPlan, bell: BellPattern?) {
        self.init(plan, accents: BeatAccents(bell: bell))
    }

    /// A beat, where frame 0 is heard at time 0, and frames go by at their nominal rate.
    func beat(_ index: Int64) -> HeardBeat {
        let device = DeviceClock(
            frame: 0, time: ClockTime(nanoseconds: 0), framesPerSecond: rate, writtenFrame: 0)
        return HeardRun(self, HeardClock(device, offsetMilliseconds: 0)).beat(index)
    }

    mutating func adopt(_ plan: AdoptedPlan, bell: BellPattern?) {
        adopt(plan, accents: BeatAccents(bell: bell))
    }
}
