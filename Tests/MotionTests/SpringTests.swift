// SPDX-License-Identifier: Apache-2.0

import Foundation
import MetronomeMotion
import SeededRandom
import Testing

@Suite struct SpringTests {
    static let all = [
        Spring(), .smooth, .snappy, .bouncy, Spring(response: 0.1, dampingRatio: 0.24),
        Spring(response: 0.5, dampingRatio: 1.25), Spring(response: 1, dampingRatio: 30),
        Spring(mass: 3, stiffness: 200, damping: 4), Spring(response: 0.4, dampingRatio: 0),
        Spring(response: 0.5, dampingRatio: 1 + 1e-7), Spring(response: 0.5, dampingRatio: 1 - 2e-6),
    ]

    @Test(arguments: all)
    func `a spring starts at its start, with its initial velocity`(spring: Spring) {
        #expect(spring.value(target: 3, initialVelocity: -7, time: 0) == 0)
        #expect(spring.velocity(target: 3, initialVelocity: -7, time: 0) == -7)
    }

    @Test(arguments: all)
    func `a spring obeys its equation of motion`(spring: Spring) {
        let step = 1e-5
        for index in 1...200 {
            let time = Double(index) * 0.007
            func value(_ time: Double) -> Double { spring.value(target: 3, initialVelocity: -7, time: time) }
            func speed(_ time: Double) -> Double { spring.velocity(target: 3, initialVelocity: -7, time: time) }
            let slope = (value(time + step) - value(time - step)) / (2 * step)
            #expect(abs(slope - speed(time)) < 1e-3 * Swift.max(1, abs(slope)), "velocity at \(time)")
            let acceleration = (speed(time + step) - speed(time - step)) / (2 * step) * spring.mass
            let force = spring.force(target: 3.0, position: value(time), velocity: speed(time))
            let scale = Swift.max(1, spring.stiffness, spring.damping * abs(speed(time)))
            #expect(abs(acceleration - force) < 1e-4 * scale, "force at \(time)")
        }
    }

    @Test(arguments: all)
    func `stopping and going on from value and velocity changes nothing`(spring: Spring) {
        for (cut, later) in [(0.01, 0.02), (0.1, 0.3), (0.7, 0.05)] {
            let (value, speed) = (spring.value(time: cut), spring.velocity(time: cut))
            let onward = value + spring.value(target: 1 - value, initialVelocity: speed, time: later)
            #expect(abs(onward - spring.value(time: cut + later)) < 1e-9)
        }
    }

    @Test(arguments: all.filter { $0.damping > 0 })
    func `a settled spring stays within the bound`(spring: Spring) {
        var random = SeededGenerator(seed: 1)
        for velocity in [0] + (0..<20).map({ _ in Double.random(in: -30...30, using: &random) }) {
            let settled = spring.settlingDuration(target: 1, initialVelocity: velocity)
            for index in 0..<2000 {
                let time = settled * (1 + Double(index) / 500)
                #expect(abs(spring.value(initialVelocity: velocity, time: time) - 1) <= 0.001 + 1e-12)
            }
        }
    }

    @Test(arguments: all.filter { $0.damping > 0 && $0.dampingRatio < 0.9 || $0.dampingRatio >= 1 })
    func `a spring from rest has not settled long before it says so`(spring: Spring) {
        // Below critical damping the envelope is touched once in every half swing, else it is the motion itself.
        let settled = spring.settlingDuration
        let before = spring.dampingRatio < 1 ? settled - spring.response : settled * (1 - 1e-6)
        let reach = (0..<1000).map { index in
            abs(spring.value(time: before + (settled - before) * Double(index) / 1000) - 1)
        }
        #expect(reach.max() ?? 0 > 0.001)
    }

    @Test func `without damping nothing settles, and without a response everything is there at once`() {
        #expect(Spring(duration: 1, bounce: 1).settlingDuration == .infinity)
        for rigid in [Spring(response: 0, dampingRatio: 1), Spring(stiffness: 0, damping: 1), Spring(duration: -1)] {
            #expect(rigid.settlingDuration == 0)
            #expect(rigid.value(target: 2, time: 1e-9) == 2 && rigid.velocity(target: 2, time: 1e-9) == 0)
        }
    }

    @Test(arguments: all.filter { $0.damping > 0 })
    func `all springs are on their target in the end, and no time is no time`(spring: Spring) {
        for time in [1e3, 1e300, .infinity] {
            #expect(abs(spring.value(target: 2, initialVelocity: 5, time: time) - 2) < 1e-9)
            #expect(abs(spring.velocity(target: 2, initialVelocity: 5, time: time)) < 1e-9)
        }
        #expect(spring.value(time: -1) == 0 && spring.value(time: .nan) == 0)
    }

    @Test func `duration and bounce, response and damping, stiffness and damping are ways to say the same`() {
        for bounce in [-0.5, -0.2, 0, 0.15, 0.3, 0.9] {
            let spring = Spring(duration: 0.4, bounce: bounce)
            #expect(abs(spring.duration - 0.4) < 1e-12 && abs(spring.bounce - bounce) < 1e-12)
            #expect(abs(spring.response - 0.4) < 1e-12)
            let same = Spring(mass: spring.mass, stiffness: spring.stiffness, damping: spring.damping)
            #expect(abs(same.value(time: 0.2) - spring.value(time: 0.2)) < 1e-12)
        }
        let documented = Spring(mass: 1, stiffness: 100, damping: 10)
        #expect(abs(documented.duration - 0.63) < 0.002 && abs(documented.bounce - 0.5) < 1e-9)
        #expect(Spring.snappy == Spring(duration: 0.5, bounce: 0.15) && Spring.smooth == Spring())
        #expect(abs(Spring.bouncy(extraBounce: 0.1).dampingRatio - 0.6) < 1e-12)
    }

    @Test(arguments: [0.05, 0.3, 0.9, 1, 1.7])
    func `a spring made to settle in a time does`(ratio: Double) {
        let spring = Spring(settlingDuration: 0.8, dampingRatio: ratio)
        #expect(abs(spring.settlingDuration - 0.8) < 1e-9 && abs(spring.dampingRatio - ratio) < 1e-9)
    }

    @Test(arguments: all)
    func `a vector moves as its components do`(spring: Spring) {
        let point = spring.value(target: Point(x: 3, y: -1), initialVelocity: Point(x: 0, y: 2), time: 0.13)
        #expect(abs(point.x - spring.value(target: 3, time: 0.13)) < 1e-12)
        #expect(abs(point.y - spring.value(target: -1, initialVelocity: 2, time: 0.13)) < 1e-12)
        let speed = spring.velocity(target: Point(x: 3, y: -1), initialVelocity: Point(x: 0, y: 2), time: 0.13)
        #expect(abs(speed.y - spring.velocity(target: -1, initialVelocity: 2, time: 0.13)) < 1e-10)
    }

    @Test(arguments: all + [Spring(response: 0, dampingRatio: 1)])
    func `a spring comes back from JSON as it was`(spring: Spring) throws {
        let data = try JSONEncoder().encode(spring)
        #expect(try JSONDecoder().decode(Spring.self, from: data) == spring)
    }

    /// e^(−τ)τ³/3, τ = ω0·t, is the slope of the value by −ζ where ζ = 1.
    @Test(arguments: [1e-9, 1e-7, 9.9e-7, 1.01e-6, 1e-5])
    func `next to critical damping a spring is as near to the critical one as its damping`(distance: Double) {
        let critical = Spring(response: 0.5, dampingRatio: 1)
        for ratio in [1 - distance, 1 + distance] {
            let spring = Spring(response: 0.5, dampingRatio: ratio)
            for index in 0...200 {
                let time = Double(index) * 0.005
                let angle = 2 * .pi / 0.5 * time
                let expected = critical.value(time: time) + (1 - ratio) * angle * angle * angle * exp(-angle) / 3
                #expect(abs(spring.value(time: time) - expected) < 1e-14 + 10 * distance * distance, "at \(time)")
            }
            #expect(abs(spring.settlingDuration / critical.settlingDuration - 1) < 1e-4)
        }
    }

    @Test(arguments: [1e150, 1e155, 1e200, 1e300])
    func `a spring damped beyond measure creeps, and is nowhere no number`(damping: Double) {
        let spring = Spring(stiffness: 1, damping: damping)
        for time in [1e-9, 1, 1e9] {
            #expect((0...1e-100).contains(spring.value(time: time)))
            #expect(abs(spring.value(target: 0, initialVelocity: 5, time: time)) < 1e-100)
            #expect(abs(spring.velocity(initialVelocity: 5, time: time)) < 1e-100)
        }
        #expect(spring.settlingDuration > 1e100)
    }
}
