// SPDX-License-Identifier: Apache-2.0

/// Which readings of a device's position tell what it plays, and how exactly.
///
/// Where three of four readings are within 0.1 ms of the one before, such a one is taken at its word, and none that stands
/// alone. A device that moves its pointer in bursts tells where it was, so of a number of readings only the one furthest
/// ahead counts. Real-time safe.
struct PlayedEdge: BitwiseCopyable {
    private var last = Double.infinity
    private var furthest = 0.0
    private var count = 0
    private var agreeing = 0
    /// Whether enough readings of the last full window agreed with the one before.
    private var isFine = false

    private static var fineSeconds: Double { @_noLocks get { 0.0001 } }

    @_noLocks init() {}

    /// Takes how far a reading is ahead of the clock, in seconds; behind is negative. Returns how far the device is, where
    /// that can be said.
    @_noLocks mutating func take(_ ahead: Double) -> Double? {
        let agrees = abs(ahead - last) <= Self.fineSeconds
        last = ahead
        furthest = count == 0 ? ahead : max(furthest, ahead)
        count += 1
        if agrees { agreeing += 1 }
        if count >= LeadingEdge.window {
            isFine = agreeing * 4 >= count * 3
            count = 0
            agreeing = 0
            if !isFine { return furthest }
        }
        return isFine && agrees ? ahead : nil
    }
}
