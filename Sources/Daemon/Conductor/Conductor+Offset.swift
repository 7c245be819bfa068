// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Control
internal import Playback
internal import Session

extension Conductor {
    /// What is heard when: the device's clock, moved by the offset of the device in use. Every time that is told is read
    /// off it.
    var heard: ClockRecord { engine.clock.later(byMilliseconds: offsetMs) }

    /// The offset in force, in milliseconds: that of the device in use.
    var offsetMs: Double { settings.offsetMs(of: heardOn) }
}

extension ClockRecord {
    /// The same frames, each so much later.
    func later(byMilliseconds offset: Double) -> ClockRecord {
        var record = self
        record.monotonicNs += Int64((offset * 1e6).rounded())
        return record
    }
}
