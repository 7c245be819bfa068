// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Control
internal import Playback

extension Conductor {
    /// What is heard when: the device's clock, moved by the offset of the device in use. Every time that is told is read
    /// off it.
    var heard: ClockRecord { engine.clock.later(byMilliseconds: offsetMs) }

    /// The offset in force, in milliseconds: that of the device in use.
    var offsetMs: Double { settings.offsets[heardOn] ?? settings.otherOffset }

    /// Changes the offset of the device in use, and tells the beats to come again.
    func set(_ change: OffsetChange, _ answer: @escaping (Answer) -> Void) {
        let offset: Double
        do throws(ControlError) {
            offset = try change.applied(to: offsetMs)
        } catch {
            return answer(.failure(error))
        }
        let isNew = offset != offsetMs
        if settings.offsets[heardOn] != offset {
            settings.offsets[heardOn] = offset
            remember(settings)
        }
        if isNew {
            tell(["position", "pendulum"])
            tellAudio()
        }
        let clock = heard
        let keys = ["offset_ms", "device"]
        if let score {
            let now = Int64(clock.frame(atNanoseconds: linux_monotonic_ns()).rounded())
            answer(.success(self.change(at: now, in: score, clock, keys)))
        } else {
            answer(.success(unplaced(keys)))
        }
        announce()
    }
}

extension ClockRecord {
    /// The same frames, each so much later.
    func later(byMilliseconds offset: Double) -> ClockRecord {
        var record = self
        record.monotonicNs += Int64((offset * 1e6).rounded())
        return record
    }
}
