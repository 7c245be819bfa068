// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// Whether chance lets an onset be played: a hash of the seed, the lane and the number of the onset. Nothing else has a say in
/// it, so the same seed plays the same onsets, live, in a render, and in what a client computes.
public enum Chance {
    /// A chance 0...1 in 65,535 parts, of which all are always.
    public static func parts(_ chance: Double) -> UInt16 {
        UInt16(clamping: Int64(clamping: (chance * 65_535).rounded()))
    }

    /// Whether an onset is played. Real-time safe.
    @_noLocks public static func plays(_ parts: UInt16, seed: UInt64, lane: Int, onset number: Int64) -> Bool {
        if parts == .max { return true }
        var random = SplitMix(
            state: seed &+ UInt64(lane) &* 0xD1B5_4A32_D192_ED03 &+ UInt64(bitPattern: number)
                &* 0x8CB9_2BA7_2F3D_8DD7)
        return random.next(below: UInt64(UInt16.max)) < UInt64(parts)
    }
}
