// SPDX-License-Identifier: Apache-2.0

/// Random numbers that are the same for the same seed, whatever the toolchain: SplitMix64 (Steele, Lea, Flood 2014).
public struct SplitMix: Sendable, BitwiseCopyable {
    private var state: UInt64

    /// The numbers of a seed. Real-time safe.
    @_noLocks public init(state: UInt64) { self.state = state }

    /// The next number, from 0 to below a limit. Real-time safe.
    @_noLocks public mutating func next(below limit: UInt64) -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return (mixed ^ (mixed >> 31)).multipliedFullWidth(by: limit).high
    }
}
