// SPDX-License-Identifier: Apache-2.0

internal import MetronomeSession

extension Performance {
    /// Heard time: device time plus the offset of the device in use. Clients are sent no other.
    var heard: HeardClock { HeardClock(moment.device, offsetMilliseconds: offsetMs) }

    /// The offset in force, in milliseconds: that of the device in use.
    var offsetMs: Double { settings.offsetMs(of: deviceInUse) }
}
