// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// Pseudorandom numbers that are the same for every program.
enum StableRandom {
    /// A number in 0..<count for a beat, never that of the beat before; `count` is at least 3.
    ///
    /// An even beat has any of them, an odd beat one that neither of its neighbours has.
    static func choice(of count: Int64, at index: Int64) -> Int64 {
        guard index.remainder(by: 2) == 1 else { return below(count, at: index) }
        let taken = Set([below(count, at: index - 1), below(count, at: index + 1)]).sorted()
        return taken.reduce(below(count - Int64(taken.count), at: index)) { $1 <= $0 ? $0 + 1 : $0 }
    }

    /// SplitMix64 of the index (Steele, Lea, Flood 2014), scaled to 0..<count.
    private static func below(_ count: Int64, at index: Int64) -> Int64 {
        var mixed = UInt64(bitPattern: index) &* 0x9E37_79B9_7F4A_7C15 &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int64((mixed ^ (mixed >> 31)).multipliedFullWidth(by: UInt64(count)).high)
    }
}
