// SPDX-License-Identifier: Apache-2.0

import Foundation
import MetronomeMotion
import SeededRandom
import Testing

@Suite struct UnitCurveTests {
    /// Times of control points, in 1/65536: the corners of the square, their neighbours, and random ones.
    static let grid: [(Int, Int)] = {
        let edges = [0, 1, 7, 32767, 32768, 32769, 65529, 65535, 65536]
        var random = SeededGenerator(seed: 1)
        return edges.flatMap { one in edges.map { (one, $0) } }
            + (0..<100).map { _ in (Int.random(in: 0...65536, using: &random), .random(in: 0...65536, using: &random)) }
    }()

    @Test func `values agree with an exact bisection to 1e-9`() {
        var random = SeededGenerator(seed: 2)
        for (x1, x2) in Self.grid {
            let (y1, y2) = (Double.random(in: -1...2, using: &random), Double.random(in: -1...2, using: &random))
            let curve = UnitCurve.bezier(x1: Double(x1) / 65536, y1: y1, x2: Double(x2) / 65536, y2: y2)
            let middles = [1, 2, 100, 32767, 32768, 32769, 65000, 65534, 65535]
            for x in middles + (0..<10).map({ _ in Int.random(in: 0...65536, using: &random) }) {
                let s = exactParameter(x1: x1, x2: x2, x: x)
                let expected = 3 * (1 - s) * (1 - s) * s * y1 + 3 * (1 - s) * s * s * y2 + s * s * s
                let value = curve.value(at: Double(x) / 65536)
                #expect(abs(value - expected) <= 1e-9, "\(curve) at \(x)/65536")
            }
        }
    }

    @Test(arguments: [1e-15, 1e-12, 1e-9, 1e-6, 1e-3])
    func `values hold to 1e-9 next to an end where time stands still`(x: Double) {
        // With x1 = x2 = 0, x = s³; with x1 = x2 = 1, 1 − x = (1 − s)³.
        let s = cbrt(x)
        let y = 3 * (1 - s) * (1 - s) * s + s * s * s
        #expect(abs(UnitCurve.bezier(x1: 0, y1: 1, x2: 0, y2: 0).value(at: x) - y) <= 1e-9)
        let r = cbrt(1 - (1 - x))
        let z = 1 - (3 * (1 - r) * (1 - r) * r + r * r * r)
        #expect(abs(UnitCurve.bezier(x1: 1, y1: 1, x2: 1, y2: 0).value(at: 1 - x) - z) <= 1e-9)
    }

    @Test(arguments: [1e-15, 1e-12, 1e-9, 1e-6, 1e-3])
    func `values hold to 1e-9 next to an upright middle`(step: Double) {
        // With x1 = 1 and x2 = 0, x = ½ + 4(s − ½)³; with y1 = y2 = 0, y = s³.
        let x = 0.5 - step
        let s = 0.5 - cbrt((0.5 - x) / 4)
        #expect(abs(UnitCurve.bezier(x1: 1, y1: 0, x2: 0, y2: 0).value(at: x) - s * s * s) <= 1e-9)
    }

    @Test func `a curve with values in 0...1 starts at 0, ends at 1 and never turns back`() {
        var random = SeededGenerator(seed: 3)
        for (x1, x2) in Self.grid {
            let curve = UnitCurve.bezier(
                x1: Double(x1) / 65536, y1: .random(in: 0...1, using: &random),
                x2: Double(x2) / 65536, y2: .random(in: 0...1, using: &random))
            let values = (0...200).map { curve.value(at: Double($0) / 200) }
            #expect(values.first == 0 && values.last == 1)
            #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 + 1e-12 }, "\(curve)")
        }
    }

    @Test func `the velocity is the slope of the values`() {
        var random = SeededGenerator(seed: 4)
        let step = 1e-6
        for _ in 0..<500 {
            let curve = UnitCurve.bezier(
                x1: .random(in: 0...0.9, using: &random), y1: .random(in: -1...2, using: &random),
                x2: .random(in: 0.1...1, using: &random), y2: .random(in: -1...2, using: &random))
            let x = Double.random(in: 0.05...0.95, using: &random)
            let slope = (curve.value(at: x + step) - curve.value(at: x - step)) / (2 * step)
            #expect(abs(curve.velocity(at: x) - slope) <= 1e-4 * Swift.max(1, abs(slope)), "\(curve) at \(x)")
        }
    }

    @Test func `the velocity at an end is the limit from inside`() {
        #expect(UnitCurve.bezier(x1: 0.25, y1: 0.5, x2: 1, y2: 1).velocity(at: 0) == 2)
        #expect(UnitCurve.bezier(x1: 0, y1: 0, x2: 0.5, y2: 1).velocity(at: 0) == 2)
        #expect(UnitCurve.bezier(x1: 0.5, y1: 0, x2: 1, y2: 1).velocity(at: 1) == 2)
        #expect(UnitCurve.bezier(x1: 0, y1: 0, x2: 0, y2: 0).velocity(at: 0) == 1)
        #expect(UnitCurve.bezier(x1: 0, y1: 1, x2: 1, y2: 1).velocity(at: 0) == .infinity)
        #expect(UnitCurve.bezier(x1: -0.0, y1: 1, x2: 1, y2: 1).velocity(at: 0) == .infinity)
        #expect(UnitCurve.bezier(x1: 0, y1: 0, x2: 1, y2: 2).velocity(at: 1) == -.infinity)
        #expect(UnitCurve.bezier(x1: 1, y1: 0, x2: 0, y2: 1).velocity(at: 0.5) == .infinity)
    }

    @Test func `progress outside 0...1 and no progress at all stay on the curve`() {
        for curve in [UnitCurve.linear, .easeIn, .easeOut, .easeInOut, .bezier(x1: 0, y1: 2, x2: 1, y2: -1)] {
            #expect(curve.value(at: -.infinity) == 0)
            #expect(curve.value(at: -1) == 0)
            #expect(curve.value(at: .nan) == 0)
            #expect(curve.value(at: 2) == 1)
            #expect(curve.value(at: .infinity) == 1)
            #expect(curve.velocity(at: -1) == curve.velocity(at: 0))
            #expect(curve.velocity(at: 2) == curve.velocity(at: 1))
        }
    }

    @Test func `control points are clamped in time and finite in value`() {
        #expect(UnitCurve.bezier(x1: -1, y1: -3, x2: 2, y2: 4) == .bezier(x1: 0, y1: -3, x2: 1, y2: 4))
        #expect(UnitCurve.bezier(x1: .nan, y1: .nan, x2: .infinity, y2: .infinity) == .linear)
    }

    @Test func `a tail goes on where the curve was cut, at the same pace`() {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<500 {
            let curve = UnitCurve.bezier(
                x1: .random(in: 0...0.9, using: &random), y1: .random(in: 0...1, using: &random),
                x2: .random(in: 0.1...1, using: &random), y2: .random(in: 0...1, using: &random))
            let cut = Double.random(in: 0.001...0.95, using: &random)
            let (tail, value) = (curve.tail(from: cut), curve.value(at: cut))
            for x in [0, 0.1, 0.5, 0.77, 1] {
                let here = cut + (1 - cut) * x
                #expect(abs(value + (1 - value) * tail.value(at: x) - curve.value(at: here)) <= 1e-9, "\(curve)")
            }
            let pace = curve.velocity(at: cut)
            #expect(abs((1 - value) / (1 - cut) * tail.velocity(at: 0) - pace) <= 1e-6 * Swift.max(1, pace))
        }
    }

    @Test func `a tail from the start is the curve, and one from the end is a curve`() {
        for curve in [UnitCurve.linear, .easeIn, .easeOut, .easeInOut] {
            #expect(curve.tail(from: 0) == curve)
            #expect(curve.tail(from: -1) == curve)
            #expect(curve.tail(from: 1) == .linear)
            #expect(curve.tail(from: 1.0.nextDown).value(at: 1) == 1)
        }
    }

    @Test func `the wire form reads back to the same curve`() {
        var random = SeededGenerator(seed: 6)
        let drawn = (0..<500).map { _ in
            UnitCurve.bezier(
                x1: .random(in: 0...1, using: &random), y1: .random(in: -9...9, using: &random),
                x2: .random(in: 0...1, using: &random), y2: .random(in: -9...9, using: &random))
        }
        let extremes = [
            UnitCurve.bezier(x1: 1e-300, y1: 1e300, x2: 1, y2: -1e-300), .bezier(x1: 1 / 3, y1: -0.0, x2: 2 / 3, y2: 1),
        ]
        for curve in drawn + extremes + [.linear, .easeIn, .easeOut, .easeInOut] {
            #expect(UnitCurve(curve.description) == curve)
        }
    }

    @Test func `the wire form is a name or CSS`() {
        #expect(UnitCurve.linear.description == "linear")
        #expect(UnitCurve.easeIn.description == "easeIn")
        #expect(UnitCurve.easeOut.description == "easeOut")
        #expect(UnitCurve.easeInOut.description == "easeInOut")
        #expect(UnitCurve.bezier(x1: 0.25, y1: -0.1, x2: 0, y2: 1).description == "cubic-bezier(0.25,-0.1,0,1)")
        #expect(UnitCurve("ease") == .bezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1))
        #expect(UnitCurve("ease-in") == .easeIn)
        #expect(UnitCurve("ease-out") == .easeOut)
        #expect(UnitCurve("ease-in-out") == .easeInOut)
        #expect(UnitCurve("cubic-bezier( .42 , 0, 0.58 ,1e0)") == .easeInOut)
    }

    @Test(arguments: [
        "", "Linear", "spring", "cubic-bezier", "cubic-bezier()", "cubic-bezier(0,0,1)", "cubic-bezier(0,0,1,1,1)",
        "cubic-bezier(0,0,1,1", "cubic-bezier(0,,1,1)", "cubic-bezier(0,nan,1,1)", "cubic-bezier(0,inf,1,1)",
        "cubic-bezier(0,1e999,1,1)", "cubic-bezier(0,0x1,1,1)", "cubic-bezier(-0.1,0,1,1)", "cubic-bezier(0,0,1.1,1)",
        "cubic-bezier(0 1,0,1,1)", " linear",
    ])
    func `what is no curve is refused`(text: String) {
        #expect(UnitCurve(text) == nil)
    }

    /// The s where x(s) reaches x, by bisection in whole numbers: x1, x2 and x in 1/65536, s to 2⁻³⁷, no rounding.
    private func exactParameter(x1: Int, x2: Int, x: Int) -> Double {
        let one = Int128(1) << 36
        var (low, high) = (Int128(0), one)
        while high - low > 1 {
            let s = (low + high) / 2
            let r = one - s
            let position = 3 * r * r * s * Int128(x1) + 3 * r * s * s * Int128(x2) + s * s * s * 65536
            if position <= Int128(x) * one * one * one { low = s } else { high = s }
        }
        return (Double(low) + 0.5) / Double(one)
    }
}
