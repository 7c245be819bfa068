// SPDX-License-Identifier: Apache-2.0

import SeededRandom
import Testing

@testable import MetronomeBounds

@Suite struct BoundsTests {
    /// Numbers at which conversions and quotients change, and such as lie anywhere.
    private static let wholes: [Int64] =
        [.min, .min + 1, -0x8000_0001, -0x8000_0000, -3, -2, -1, 0, 1, 2, 3, 63, 64, 65, 0x7FFF_FFFF, .max - 1, .max]

    @Test func `the whole part of a number is cut towards 0, and clamped where it does not fit`() {
        for number in [-1e300, -.infinity, -0x1p63, -0x1.8p63] { #expect(Int64(clamping: number) == .min) }
        for number in [1e300, .infinity, 0x1p63] { #expect(Int64(clamping: number) == .max) }
        for (number, whole) in [(1.9, 1), (-1.9, -1), (0x1p62, 1 << 62), (-0.5, 0), (.nan, 0)] {
            #expect(Int64(clamping: number) == Int64(whole) && Int(clamping: number) == whole)
        }
        #expect(Int64(clamping: (0x1p63 as Double).nextDown) == 0x7FFF_FFFF_FFFF_FC00)
        #expect(Int32(clamping: 0x1p31) == .max && Int32(clamping: -0x1p40) == .min && Int32(clamping: .nan) == 0)
        #expect(Int32(clamping: -0x1p31) == .min && Int32(clamping: 0x1p31 - 1) == .max && Int32(clamping: -7.5) == -7)
        #expect(UInt64(clamping: -1) == 0 && UInt64(clamping: .nan) == 0 && UInt64(clamping: 0x1p64) == .max)
        #expect(UInt64(clamping: 0x1p63) == 1 << 63)
    }

    @Test func `a quotient goes down to the floor, its remainder lies within the divisor`() {
        for number in Self.wholes {
            for divisor in Self.wholes where divisor > 0 {
                let (quotient, remainder) = number.flooredDivision(by: divisor)
                #expect((0..<divisor).contains(remainder))
                #expect(Int128(quotient) * Int128(divisor) + Int128(remainder) == Int128(number))
                #expect(number.quotient(by: divisor) == quotient && number.remainder(by: divisor) == remainder)
                #expect(Int(number).quotient(by: Int(divisor)) == quotient)
                #expect(Int(number).remainder(by: Int(divisor)) == remainder)
                let wide = Int128(number).flooredDivision(by: Int128(divisor))
                #expect(wide.quotient == quotient && wide.remainder == remainder)
            }
        }
    }

    @Test func `a divisor below 1 counts as 1`() {
        for number in Self.wholes {
            for divisor in [0, -1, Int64.min] {
                #expect(number.quotient(by: divisor) == number && number.remainder(by: divisor) == 0)
                #expect(Int128(number).quotient(by: Int128(divisor)) == Int128(number))
            }
            #expect(number.magnitude.quotient(by: 0) == number.magnitude && number.magnitude.remainder(by: 0) == 0)
        }
    }

    @Test func `the greatest common divisor divides both, and what is left has none in common`() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<1000 {
            let (one, other) = (
                UInt64.random(in: 0...10_000, using: &random), UInt64.random(in: 0...10_000, using: &random)
            )
            let divisor = one.greatestCommonDivisor(with: other)
            if divisor == 0 {
                #expect(one == 0 && other == 0)
            } else {
                #expect(one % divisor == 0 && other % divisor == 0)
                #expect((one / divisor).greatestCommonDivisor(with: other / divisor) == 1)
            }
        }
    }

    @Test func `doubling stops at the last number that fits, halving at none`() {
        for number in Self.wholes {
            for times in [-1, 0, 1, 31, 62, 63, 64, 1000] {
                let power = Int128(1) << Int128(min(max(0, times), 100))
                let product = Int128(number).multipliedReportingOverflow(by: power)
                let exact = product.overflow ? (number < 0 ? Int128.min : .max) : product.partialValue
                #expect(number.doubled(times: times) == Int64(clamping: exact))
                #expect(number.halved(times: times) == Int64(Int128(number).flooredDivision(by: power).quotient))
            }
        }
    }

    @Test func `a byte beyond the width is 0`() {
        #expect((0..<5).map { UInt32(0x0403_0201).byte($0) } == [1, 2, 3, 4, 0])
    }
}
