// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// The largest number that divides two others, neither below 0; where one of them is 0, the other one.
func greatestCommonDivisor(_ left: Int128, _ right: Int128) -> Int128 {
    Int128(clamping: left.magnitude.greatestCommonDivisor(with: right.magnitude))
}

/// The least multiple of two numbers; nil unless both are above 0, and where it does not fit.
func leastCommonMultiple(_ left: Int64, _ right: Int64) -> Int64? {
    guard left > 0, right > 0 else { return nil }
    let divisor = greatestCommonDivisor(Int128(left), Int128(right))
    return Int64(exactly: Int128(left).quotient(by: divisor) * Int128(right))
}

/// The least multiple of some numbers above 0; nil where it is more than `most`.
func leastCommonMultiple(of numbers: some Sequence<Int64>, atMost most: Int64) -> Int64? {
    var common: Int64 = 1
    for number in numbers {
        guard let next = leastCommonMultiple(common, number), next <= most else { return nil }
        common = next
    }
    return common
}
