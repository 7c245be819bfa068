// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import Testing

@Suite struct SegmentTests {
    @Test func `before its begin a segment is where it comes from, and after its end where it goes`() {
        let segment = Segment(from: 2, to: 5, begin: 10, duration: 4, curve: .easeInOut)
        #expect(segment.end == 14)
        #expect(segment.value(at: -100) == 2 && segment.value(at: 10) == 2)
        #expect(segment.value(at: 14) == 5 && segment.value(at: 100) == 5)
        #expect(segment.velocity(at: 9) == 0 && segment.velocity(at: 14) == 0)
    }

    @Test func `of several segments the last that has begun counts, and cuts off what those before it would still do`()
    {
        let segments = [
            Segment(from: 0, to: 10, begin: 0, duration: 10, curve: .linear),
            Segment(from: 4, to: 0, begin: 4, duration: 1, curve: .linear),
        ]
        #expect(segments.value(at: -1) == 0 && segments.value(at: 3) == 3)
        #expect(segments.value(at: 4.5) == 2 && segments.value(at: 9) == 0)
        #expect(segments.velocity(at: 3) == 1 && segments.velocity(at: 9) == 0)
        #expect([Segment]().value(at: 0) == nil && [Segment]().velocity(at: 0) == 0)
    }

    @Test func `value and velocity are in the units of the ends per second`() {
        let segment = Segment(from: 2, to: -6, begin: 10, duration: 4, curve: .linear)
        #expect(segment.value(at: 11) == 0)
        #expect(segment.velocity(at: 10) == -2)
        #expect(segment.velocity(at: 13.9) == -2)
    }

    @Test(arguments: [0, -1, -Double.infinity])
    func `a segment that takes no time jumps at its begin`(duration: Double) {
        let segment = Segment(from: 1, to: 2, begin: 3, duration: duration, curve: .easeIn)
        #expect(segment.value(at: 3.0.nextDown) == 1)
        #expect(segment.value(at: 3) == 2)
        #expect(segment.velocity(at: 3) == 0)
    }

    @Test func `a segment that goes nowhere has no velocity, even on an upright curve`() {
        let upright = MotionCurve.bezier(x1: 0, y1: 1, x2: 1, y2: 1)
        #expect(Segment(from: 1, to: 1, begin: 0, duration: 1, curve: upright).velocity(at: 0) == 0)
    }

    @Test func `at no time at all a segment is where it comes from, whatever its curve`() {
        let curves: [MotionCurve] = [
            .linear, .hold, .hermite(startVelocity: 1, endVelocity: 2), .spring(.bouncy, initialVelocity: 3),
        ]
        for curve in curves {
            let segment = Segment(from: 2, to: 5, begin: 10, duration: 4, curve: curve)
            #expect(segment.value(at: .nan) == 2 && segment.velocity(at: .nan) == 0, "\(curve)")
        }
    }
}
