// SPDX-License-Identifier: Apache-2.0

internal import Playback
internal import Rhythm
internal import Session
internal import Sound

/// What the real-time thread says, as values of the session.
extension DeviceClock {
    /// The clock of the device, or of CLOCK_MONOTONIC where none plays.
    init(_ record: ClockRecord) {
        self.init(
            frame: record.heardFrame, time: record.time,
            framesPerSecond: record.framesPerSecond, writtenFrame: record.writtenFrame)
    }
}

extension PlanConfirmation {
    /// What a report of the real-time thread confirms of a plan, for the beats from one on.
    init(_ adoption: Adoption, grid: BarGrid, nextBeat: Int64) {
        self.init(
            revision: adoption.revision, frame: adoption.frame, run: adoption.run, segment: adoption.segment,
            grid: grid, nextBeat: nextBeat)
    }
}
