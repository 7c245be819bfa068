// SPDX-License-Identifier: Apache-2.0

/// A sequence of choices, read from bytes: the same bytes are the same choices. When the bytes are used up, every choice is
/// the first one, so a generator of anything ends.
package struct Choices {
    private let bytes: [UInt8]
    private var place = 0
    /// The paths of songs that are chosen; none is there unless it was written.
    package var songs = ["/nowhere/a.toml"]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether all bytes are used up.
    package var isOver: Bool { place >= bytes.count }

    /// One byte.
    package mutating func byte() -> UInt8 {
        guard place < bytes.count else { return 0 }
        defer { place += 1 }
        return bytes[place]
    }

    /// A number from 0 up to another, that excluded; takes as many bytes as that needs.
    package mutating func number(below count: Int) -> Int {
        guard count > 1 else { return 0 }
        var (value, span) = (UInt64(byte()), UInt64(256))
        while span < UInt64(count) {
            value = value &<< 8 | UInt64(byte())
            span = span.multipliedReportingOverflow(by: 256).overflow ? .max : span * 256
        }
        return Int(value % UInt64(count))
    }

    /// Whether something happens that happens once in `count` times.
    package mutating func chance(oneIn count: Int) -> Bool { number(below: count) == count - 1 }

    /// One of several.
    package mutating func pick<Value>(_ values: [Value]) -> Value { values[number(below: values.count)] }

    /// Any 64 bits.
    package mutating func bits() -> UInt64 { (0..<8).reduce(0) { bits, _ in bits << 8 | UInt64(byte()) } }

    /// A whole number, mostly one near the bounds of a range, of the words that computers count in, or of nothing.
    package mutating func whole(in range: ClosedRange<Int>? = nil) -> Int {
        let bounds = [range?.lowerBound ?? 0, range?.upperBound ?? 1]
        switch number(below: 8) {
        case 0: return bounds[number(below: 2)]
        case 1: return bounds[0] &+ number(below: 16) &- 4
        case 2: return bounds[1] &+ 4 &- number(below: 16)
        case 3:
            return bounds[0] &+ number(below: max(1, bounds[1].subtractingReportingOverflow(bounds[0]).partialValue))
        case 4: return (1 << number(below: 63)) &- number(below: 3) &+ 1
        case 5: return -(1 << number(below: 63)) &- number(below: 3) &+ 1
        case 6: return Int(truncatingIfNeeded: bits())
        default: return number(below: 256)
        }
    }

    /// A number, mostly one near the bounds of a range, a small fraction, or one of any size.
    package mutating func double(in range: ClosedRange<Double>? = nil) -> Double {
        let bounds = [range?.lowerBound ?? 0, range?.upperBound ?? 1]
        switch number(below: 8) {
        case 0: return bounds[number(below: 2)]
        case 1: return bounds[number(below: 2)].nextUp
        case 2: return bounds[number(below: 2)].nextDown
        case 3: return bounds[0] + (bounds[1] - bounds[0]) * Double(byte()) / 255
        case 4: return pick([1e-11, 1e-300, .leastNonzeroMagnitude, 1e9, 1e18, 1e19, 1e300, .greatestFiniteMagnitude])
        case 5: return -pick([1e-11, 1e-300, 0, 1e9, 1e18, 1e19, 1e300, .greatestFiniteMagnitude])
        case 6: return Double(bitPattern: bits())
        default: return Double(number(below: 1 << 16)) / pick([1, 2, 3, 7, 10, 1000])
        }
    }

    /// The bytes that are left, at most `count`.
    package mutating func rest(atMost count: Int = .max) -> [UInt8] {
        let end = min(bytes.count, count > bytes.count - place ? bytes.count : place + count)
        defer { place = end }
        return Array(bytes[place..<end])
    }

    /// A short text of its own length.
    package mutating func text(atMost count: Int) -> String {
        String(decoding: rest(atMost: number(below: count + 1)), as: UTF8.self)
    }
}

/// A text, and choices behind a zero byte.
package func textAndChoices(_ input: [UInt8]) -> (text: String, choices: Choices) {
    let end = input.firstIndex(of: 0) ?? input.count
    return (String(decoding: input[..<end], as: UTF8.self), Choices(Array(input[min(end + 1, input.count)...])))
}
