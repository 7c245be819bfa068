// SPDX-License-Identifier: Apache-2.0

import Foundation
import MetronomeMotion
import SeededRandom
import Testing

@Suite struct SegmentChangesTests {
    static func curve(_ random: inout SeededGenerator) -> MotionCurve {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: .easeInOut
        case 1: .unit(.cosine)
        case 2:
            .bezier(
                x1: .random(in: 0.1...0.9, using: &random), y1: .random(in: -1...2, using: &random),
                x2: .random(in: 0.1...0.9, using: &random), y2: .random(in: -1...2, using: &random))
        case 3:
            .hermite(
                startVelocity: .random(in: -20...20, using: &random), endVelocity: .random(in: -20...20, using: &random)
            )
        default:
            .spring(
                Spring(
                    response: .random(in: 0.2...2, using: &random), dampingRatio: .random(in: 0.1...1.6, using: &random)
                ), initialVelocity: .random(in: -20...20, using: &random))
        }
    }

    static func segment(_ random: inout SeededGenerator) -> Segment {
        Segment(
            from: .random(in: -30...30, using: &random), to: .random(in: -30...30, using: &random),
            begin: .random(in: -5...5, using: &random), duration: .random(in: 0.2...3, using: &random),
            curve: curve(&random))
    }

    @Test func `the velocity is the slope of the values, for every curve`() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<500 {
            let segment = Self.segment(&random)
            let time = segment.begin + segment.duration * .random(in: 0.02...0.98, using: &random)
            let step = 1e-6
            let slope = (segment.value(at: time + step) - segment.value(at: time - step)) / (2 * step)
            #expect(abs(slope - segment.velocity(at: time)) < 1e-3 * max(1, abs(slope)), "\(segment)")
        }
    }

    @Test func `sent elsewhere in flight, however often, value and velocity never jump`() {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<100 {
            var segment = Self.segment(&random)
            var time = segment.begin
            for _ in 0..<20 {
                time += .random(in: 0...0.8, using: &random)
                let target = Double.random(in: -30...30, using: &random)
                let next =
                    Bool.random(using: &random)
                    ? segment.retargeted(to: target, at: time, duration: .random(in: 0.3...1, using: &random))
                    : segment.retargeted(to: target, at: time, spring: Spring(response: 0.4, dampingRatio: 0.6))
                #expect(abs(next.value(at: time) - segment.value(at: time)) < 1e-9)
                #expect(abs(next.velocity(at: time) - segment.velocity(at: time)) < 1e-9)
                #expect(next.to == target && next.value(at: next.end) == target)
                segment = next
            }
        }
    }

    @Test func `what is left after a cut goes on as if nothing had been cut, and again after the next cut`() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<500 {
            let segment = Self.segment(&random)
            var tail = segment
            for cut in [0.2, 0.5, 0.8] {
                tail = tail.tail(from: segment.begin + segment.duration * cut)
                for part in [cut, cut + 0.05, 0.9, 0.99] {
                    let time = segment.begin + segment.duration * part
                    // A Bézier cut where it is near its end value is stretched a lot, and loses some digits.
                    #expect(abs(tail.value(at: time) - segment.value(at: time)) < 1e-6, "\(segment) cut at \(cut)")
                }
                #expect(abs(tail.end - segment.end) < 1e-12)
            }
        }
        let whole = Segment(from: 1, to: 2, begin: 3, duration: 4, curve: .easeInOut)
        #expect(whole.tail(from: 2) == whole && whole.tail(from: 8).value(at: 8) == 2)
    }

    @Test func `a stretched movement has the same values at the stretched times`() {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<200 {
            let segment = Self.segment(&random)
            let slow = segment.moved(to: 100, stretched: 2.5)
            for part in [0, 0.1, 0.5, 0.9, 1] {
                let (one, other) = (segment.begin + segment.duration * part, 100 + 2.5 * segment.duration * part)
                #expect(abs(segment.value(at: one - 1e-9) - slow.value(at: other - 2.5e-9)) < 1e-6)
            }
        }
    }

    @Test func `a segment by a spring lasts until it has settled`() {
        let heart = Segment(from: 1, to: 2, begin: 5, spring: Spring(response: 0.1, dampingRatio: 0.24))
        #expect(abs(heart.duration - 0.4600518203785233) < 1e-9)
        #expect(abs(heart.value(at: heart.end.nextDown) - 2) <= 0.001)
        #expect(Segment(from: 1, to: 1, begin: 0, spring: .bouncy).duration == 0)
        #expect(Segment(from: 1, to: 2, begin: 0, spring: Spring(duration: 1, bounce: 1)).duration == 86_400)
        let kicked = Segment(from: 1, to: 1, begin: 0, spring: .bouncy, initialVelocity: 3)
        #expect(kicked.duration > 0.3 && kicked.value(at: 0.1) > 1.1)
    }

    @Test func `segments of every curve come back from text and from JSON as they were`() throws {
        var random = SeededGenerator(seed: 5)
        let others: [MotionCurve] = [
            .hold, .linear, .unit(.steps(4, .both)), .unit(.circularEaseInOut.tail(from: 0.3)),
            .spring(Spring(mass: 2, stiffness: 30, damping: 4), initialVelocity: 1),
            .spring(Spring(response: 0, dampingRatio: 1), initialVelocity: 0),
        ]
        for curve in others + (0..<300).map({ _ in Self.curve(&random) }) {
            #expect(MotionCurve(curve.description) == curve, "\(curve)")
            let segment = Segment(from: 1, to: 2, begin: 3, duration: 4, curve: curve)
            #expect(try JSONDecoder().decode(Segment.self, from: JSONEncoder().encode(segment)) == segment)
        }
        #expect(MotionCurve("hermite(1, -2.5)") == .hermite(startVelocity: 1, endVelocity: -2.5))
        for bad in ["hermite(1)", "spring(1,2)", "spring(0,1,1,0)", "spring(1,-1,1,0)", "hermite(nan,1)", "springy"] {
            #expect(MotionCurve(bad) == nil, "\(bad)")
        }
    }
}
