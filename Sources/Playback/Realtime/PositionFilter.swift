// SPDX-License-Identifier: Apache-2.0

/// Selects the readings of a device's position that show which frame it plays.
///
/// Where three of four readings are within 0.1 ms of the one before, the device moves smoothly: each such reading is
/// taken as exact, and the others are left out. Else it moves its pointer in bursts and its readings lag, so only the
/// one furthest ahead of a whole window counts. Real-time safe.
struct PositionFilter: BitwiseCopyable {
    private var last = Double.infinity
    private var furthest = 0.0
    private var count = 0
    private var agreeing = 0
    /// Whether enough readings of the last full window agreed with the one before.
    private var isSmooth = false

    private static var agreementSeconds: Double { @_noLocks get { 0.0001 } }

    @_noLocks init() {}

    /// Takes how far a reading is ahead of the clock, in seconds; behind is negative. Returns how far the device is
    /// ahead, if the reading shows it.
    @_noLocks mutating func take(_ ahead: Double) -> Double? {
        let agrees = abs(ahead - last) <= Self.agreementSeconds
        last = ahead
        furthest = count == 0 ? ahead : max(furthest, ahead)
        count += 1
        if agrees { agreeing += 1 }
        if count >= BurstFilter.window {
            isSmooth = agreeing * 4 >= count * 3
            count = 0
            agreeing = 0
            if !isSmooth { return furthest }
        }
        return isSmooth && agrees ? ahead : nil
    }
}
