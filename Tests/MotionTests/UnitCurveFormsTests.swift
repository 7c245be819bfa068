// SPDX-License-Identifier: Apache-2.0

import Foundation
import MetronomeMotion
import SeededRandom
import Testing

@Suite struct UnitCurveFormsTests {
    static let smooth: [UnitCurve] = [
        .linear, .easeIn, .easeOut, .easeInOut, .circularEaseIn, .circularEaseOut, .circularEaseInOut, .cosine,
        .circularEaseInOut.inverse, .cosine.inverse, .circularEaseIn.tail(from: 0.3), .cosine.tail(from: 0.6),
        .circularEaseInOut.tail(from: 0.7), .cosine.inverse.tail(from: 0.2),
    ]

    @Test(arguments: smooth)
    func `a curve goes from 0 to 1 without turning back, and its velocity is its slope`(curve: UnitCurve) {
        #expect(curve.value(at: 0) == 0 && curve.value(at: 1) == 1)
        let step = 1e-7
        for index in 1..<100 {
            let x = Double(index) / 100
            #expect(curve.value(at: x) > curve.value(at: x - 0.01))
            let slope = (curve.value(at: x + step) - curve.value(at: x - step)) / (2 * step)
            guard curve.velocity(at: x).isFinite, abs(slope) < 50 else { continue }
            #expect(abs(curve.velocity(at: x) - slope) < 1e-3 * max(1, slope), "at \(x)")
        }
    }

    @Test(arguments: smooth)
    func `the inverse finds the time of a value`(curve: UnitCurve) {
        for index in 0...100 {
            let x = Double(index) / 100
            // Where a curve is flat, many digits of time make none of value.
            #expect(abs(curve.inverse.value(at: curve.value(at: x)) - x) < 1e-6, "\(curve) at \(x)")
            #expect(abs(curve.value(at: curve.inverse.value(at: x)) - x) < 1e-6, "\(curve) back at \(x)")
        }
    }

    @Test(arguments: smooth)
    func `a tail goes on where the curve was cut, also when it is cut again`(curve: UnitCurve) {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<50 {
            let cut = Double.random(in: 0.01...0.9, using: &random)
            let (tail, value) = (curve.tail(from: cut), curve.value(at: cut))
            for x in [0, 0.2, 0.7, 1] {
                let expected = (curve.value(at: cut + (1 - cut) * x) - value) / (1 - value)
                #expect(abs(tail.value(at: x) - expected) < 1e-9, "\(curve) cut at \(cut)")
            }
            let again = tail.tail(from: 0.5)
            let middle = tail.value(at: 0.5)
            #expect(abs(again.value(at: 0.5) - (tail.value(at: 0.75) - middle) / (1 - middle)) < 1e-9)
        }
    }

    @Test func `the circular curves lie on circles, and the cosine is one`() {
        for index in 0...20 {
            let x = Double(index) / 20
            let (into, out) = (UnitCurve.circularEaseIn.value(at: x), UnitCurve.circularEaseOut.value(at: x))
            #expect(abs(x * x + (1 - into) * (1 - into) - 1) < 1e-12)
            #expect(abs((1 - x) * (1 - x) + out * out - 1) < 1e-12)
            #expect(abs(UnitCurve.circularEaseInOut.value(at: x / 2) - into / 2) < 1e-12)
            #expect(abs(UnitCurve.cosine.value(at: x) - (1 - cos(.pi * x)) / 2) < 1e-12)
        }
        #expect(UnitCurve.circularEaseIn.velocity(at: 1) == .infinity)
        #expect(UnitCurve.circularEaseOut.velocity(at: 0) == .infinity)
        #expect(UnitCurve.circularEaseOut.velocity(at: 1) == 0 && UnitCurve.circularEaseIn.velocity(at: 0) == 0)
    }

    @Test(arguments: [1e-30, 1e-20, 2.5e-17, 1e-16, 1e-12])
    func `the inverse of the cosine holds to 1e-9 next to its upright start`(x: Double) {
        // arccos(1 − 2x)/π = 2 arcsin(√x)/π, which is 2√x/π for small x.
        #expect(abs(UnitCurve.cosine.inverse.value(at: x) - 2 * x.squareRoot() / .pi) < 1e-15)
    }

    @Test func `steps jump where CSS says`() {
        func values(_ jump: UnitCurve.Jump) -> [Double] {
            [0, 0.2, 0.25, 0.5, 0.8, 1].map(UnitCurve.steps(4, jump).value)
        }
        #expect(values(.end) == [0, 0, 0.25, 0.5, 0.75, 1])
        #expect(values(.start) == [0.25, 0.25, 0.5, 0.75, 1, 1])
        let third = 1.0 / 3
        #expect(values(.none) == [0, 0, third, 2 * third, 1, 1])
        #expect(values(.both) == [0.2, 0.2, 0.4, 0.6, 0.8, 1])
        #expect(UnitCurve.hold.value(at: 1.0.nextDown) == 0 && UnitCurve.hold.value(at: 1) == 1)
        #expect(UnitCurve.steps(0) == .steps(1) && UnitCurve.steps(1, .none) == .steps(2, .none))
        #expect(UnitCurve.steps(4).velocity(at: 0.3) == 0)
        let tail = UnitCurve.steps(4).tail(from: 0.3)
        #expect(tail.value(at: 0) == 0 && abs(tail.value(at: 0.3) - 1.0 / 3) < 1e-12)
        #expect(UnitCurve.steps(4, .start).tail(from: 0.9) == .linear)
    }

    @Test func `the inverse of steps is the first time at which they exceed a value`() {
        #expect(UnitCurve.steps(.max, .both).inverse == .steps(.max, .none))
        for jump in UnitCurve.Jump.allCases {
            let curve = UnitCurve.steps(4, jump)
            for index in 0..<60 {
                let y = (Double(index) + 0.5) / 60
                let first = (0...12_000).map { Double($0) / 12_000 }.first { curve.value(at: $0) > y } ?? 1
                #expect(abs(curve.inverse.value(at: y) - first) < 1e-3, "\(jump) at \(y)")
            }
        }
    }

    @Test func `curves of all forms come back from text and JSON`() throws {
        for curve in Self.smooth + [.steps(3, .both), .hold, .steps(5).tail(from: 0.3)] {
            #expect(UnitCurve(curve.description) == curve, "\(curve)")
            #expect(try JSONDecoder().decode(UnitCurve.self, from: JSONEncoder().encode(curve)) == curve)
        }
        #expect(UnitCurve("steps(4)") == .steps(4) && UnitCurve("steps(2, start)") == .steps(2, .start))
        #expect(UnitCurve("step-end") == .hold && UnitCurve("hold") == .hold)
        #expect(UnitCurve("cosine") == .cosine && UnitCurve.cosine.description == "cosine")
        for bad in ["steps(0)", "steps(1,jump-none)", "steps(2,up)", "steps()", "cosine(1)", "cosine(0)", "cosine(x)"] {
            #expect(UnitCurve(bad) == nil, "\(bad)")
        }
    }

    @Test func `control points may be given as unit points`() {
        let curve = UnitCurve.bezier(
            startControlPoint: UnitPoint(x: 0.42, y: 0), endControlPoint: UnitPoint(x: 0.58, y: 1))
        #expect(curve == .easeInOut && curve.controlPoints?.x1 == 0.42 && UnitCurve.cosine.controlPoints == nil)
    }
}
