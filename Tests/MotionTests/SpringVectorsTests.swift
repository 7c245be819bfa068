// SPDX-License-Identifier: Apache-2.0

import Foundation
import MetronomeMotion
import ReferenceValues
import Testing

/// Every row of the sets of springs.
@Suite struct SpringVectorsTests {
    static let plain = [
        "spring.heart", "spring.default", "spring.interactive", "spring.snappy", "spring.bouncy",
        "spring.smoothCritical", "spring.over",
    ]

    static let sets =
        plain + [
            "spring.heart.summary", "spring.heart.fluid300Hz", "spring.v0", "spring.settling", "spring.durationBounce",
            "heart.scale",
        ]

    static let named: [String: Spring] = [
        "spring.snappy": .snappy, "spring.bouncy": .bouncy, "spring.smoothCritical": .smooth,
    ]

    @Test(arguments: plain)
    func `a spring has the values and velocities of the vectors`(id: String) throws {
        let set = try VectorSet.named(id)
        let spring = Spring(
            response: try #require(set.params.response), dampingRatio: try #require(set.params.dampingFraction))
        let animation = Animation.spring(
            response: try #require(set.params.response), dampingFraction: try #require(set.params.dampingFraction))
        for row in set.rows {
            let time = try set.number("t", in: row)
            let (value, velocity) = (try set.number("value", in: row), try set.number("velocity", in: row))
            #expect(set.agrees(spring.value(time: time), value), "value at \(time)")
            #expect(set.agrees(spring.velocity(time: time), velocity), "velocity at \(time)")
            if let named = Self.named[id] { #expect(set.agrees(named.value(time: time), value)) }
            if time <= animation.duration {
                #expect(set.agrees(animation.progress(at: time), value))
                #expect(set.agrees(animation.velocity(at: time), velocity))
            }
        }
    }

    @Test func `the heart's spring peaks, overshoots and settles as the vectors say`() throws {
        let set = try VectorSet.named("spring.heart.summary")
        let spring = Spring(
            response: try #require(set.params.response), dampingRatio: try #require(set.params.dampingFraction))
        for row in set.rows {
            let frequency = (spring.stiffness / spring.mass).squareRoot()
            let decay = spring.damping / (2 * spring.mass)
            #expect(set.agrees(frequency, try set.number("w0", in: row)))
            #expect(set.agrees((frequency * frequency - decay * decay).squareRoot(), try set.number("wd", in: row)))
            #expect(set.agrees(decay, try set.number("decay", in: row)))
            let peak = try set.number("peakTime", in: row)
            #expect(abs(spring.velocity(time: peak)) < 1e-9)
            #expect(set.agrees(spring.value(time: peak) - 1, try set.number("overshoot", in: row)))
            #expect(set.agrees(spring.settlingDuration, try set.number("settleEnvelope", in: row)))
            // The other bound, which is larger: what we do not promise.
            #expect(set.agrees(-log(0.001 / (decay + 1)) / decay, try set.number("settleSwiftUI", in: row)))
        }
    }

    @Test func `stepping at 300 Hz differs from the closed form by up to 8e-3, and ours is the closed form`() throws {
        let set = try VectorSet.named("spring.heart.fluid300Hz")
        let spring = Spring(
            response: try #require(set.params.response), dampingRatio: try #require(set.params.dampingFraction))
        for row in set.rows {
            let value = spring.value(time: try set.number("t", in: row))
            #expect(set.agrees(value, try set.number("closedForm", in: row)))
            let stepped = try set.number("stepped", in: row)
            #expect(abs(value - stepped) < 8e-3 && !set.agrees(value, stepped))
        }
    }

    @Test func `a spring that starts with a velocity has the values of the vectors`() throws {
        let set = try VectorSet.named("spring.v0")
        for row in set.rows {
            let spring = Spring(
                response: try set.number("response", in: row), dampingRatio: try set.number("dampingFraction", in: row))
            let (v0, time) = (try set.number("v0", in: row), try set.number("t", in: row))
            let value = try set.number("value", in: row)
            #expect(set.agrees(spring.value(initialVelocity: v0, time: time), value))
            #expect(
                set.agrees(spring.velocity(initialVelocity: v0, time: time), try set.number("velocity", in: row)))
            let interpolating = Animation.interpolatingSpring(spring, initialVelocity: v0)
            #expect(set.agrees(interpolating.progress(at: time), value))
        }
    }

    @Test func `springs settle when the vectors say`() throws {
        let set = try VectorSet.named("spring.settling")
        for row in set.rows {
            let spring = Spring(
                response: try set.number("response", in: row), dampingRatio: try set.number("dampingFraction", in: row))
            #expect(set.agrees(spring.settlingDuration, try set.number("settle", in: row)))
        }
    }

    @Test func `duration and bounce give the physics of the vectors`() throws {
        let set = try VectorSet.named("spring.durationBounce")
        for row in set.rows {
            let spring = Spring(
                duration: try set.number("duration", in: row), bounce: try set.number("bounce", in: row))
            #expect(set.agrees(spring.dampingRatio, try set.number("zeta", in: row)))
            #expect(set.agrees(spring.stiffness, try set.number("stiffness", in: row)))
            #expect(set.agrees(spring.damping, try set.number("damping", in: row)))
        }
    }

    @Test func `the heart beats as the vectors say, by phases and by segments that carry the velocity`() throws {
        let set = try VectorSet.named("heart.scale")
        let spring = Spring(response: 0.1, dampingRatio: 0.24)
        let heart = try PhaseAnimator([
            .init(1.0, length: 0.4, animation: .spring(spring)), .init(1.6, length: 0.2, animation: .spring(spring)),
            .init(2.0, length: 0.2, animation: .spring(spring)),
        ])
        #expect(abs(heart.duration - 0.8) < 1e-12)
        // The same movement as segments, each begun from the value and the velocity of the segment before.
        var segments = [Segment(from: 1, to: 1.6, begin: 0, spring: spring)]
        for (begin, target) in [(0.2, 2), (0.4, 1), (0.8, 1.6), (1.0, 2), (1.2, 1)] as [(Double, Double)] {
            segments.append(segments[segments.count - 1].retargeted(to: target, at: begin, spring: spring))
        }
        for row in set.rows {
            let time = try set.number("t", in: row)
            let (scale, velocity) = (try set.number("scale", in: row), try set.number("velocity", in: row))
            let targets = [1.0, 1.6, 2]
            // Sums of lengths meet the times of the rows to the last digit but one: what is continuous agrees anyway.
            #expect(set.agrees(heart.value(at: time), scale), "scale at \(time)")
            #expect(set.agrees(heart.velocity(at: time), velocity), "velocity at \(time)")
            #expect(targets[heart.phase(at: time + 1e-9)] == (try set.number("target", in: row)), "target at \(time)")
            #expect(set.agrees(segments.value(at: time) ?? .nan, scale), "segment at \(time)")
            #expect(set.agrees(segments.velocity(at: time), velocity), "velocity of the segment at \(time)")
        }
    }
}
