// SPDX-License-Identifier: Apache-2.0

/// Numbers from 0 to 127, a bit each. Real-time safe.
package struct BitSet: Sendable, Hashable, BitwiseCopyable {
    /// How many numbers there are.
    package static var capacity: Int { @_noLocks get { 128 } }

    private var bits: UInt128 = 0

    /// No bits.
    @_noLocks package init() {}

    /// Whether there is none.
    package var isEmpty: Bool { @_noLocks get { bits == 0 } }

    /// The bit of a number; none for another number than those there are.
    @_noLocks private static func bit(_ number: Int) -> UInt128 {
        number >= 0 && number < capacity ? 1 &<< UInt128(truncatingIfNeeded: number) : 0
    }

    /// Whether it has a number.
    @_noLocks package func contains(_ number: Int) -> Bool { bits & Self.bit(number) != 0 }

    /// Adds a number. One that is out of range is left out.
    @_noLocks package mutating func insert(_ number: Int) { bits |= Self.bit(number) }

    /// Takes a number out.
    @_noLocks package mutating func remove(_ number: Int) { bits &= ~Self.bit(number) }

    /// Takes out the smallest number; -1 where there is none.
    @_noLocks package mutating func popFirst() -> Int {
        guard bits != 0 else { return -1 }
        let first = bits.trailingZeroBitCount
        bits &= bits &- 1
        return first
    }

    @_noLocks package static func == (left: BitSet, right: BitSet) -> Bool { left.bits == right.bits }
}
