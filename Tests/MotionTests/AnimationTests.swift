// SPDX-License-Identifier: Apache-2.0

import Foundation
import MetronomeMotion
import SeededRandom
import Testing

@Suite struct AnimationTests {
    static let samples: [Animation] = [
        .linear, .easeInOut(duration: 2), .timingCurve(0.2, -1, 0.4, 2), .spring, .bouncy, .interactiveSpring,
        .interpolatingSpring(stiffness: 100, damping: 10, initialVelocity: 4), .linear(duration: 1).delay(0.5),
        .easeIn(duration: 1).speed(3).delay(0.2), .snappy.repeatCount(3), .easeOut.delay(0.3).repeatForever(),
        .easeOut.repeatForever(autoreverses: false).delay(0.3).speed(0.5), .linear(duration: 0), .default,
        .linear(duration: 1).delay(0.5).repeatForever(autoreverses: false),
        .linear(duration: 0.4).repeatCount(2).repeatCount(2).delay(0.3),
    ]

    private struct Lamp: Animatable, Equatable {
        var name = "lamp"
        var brightness: Double
        var place: Point

        var animatableData: AnimatablePair<Double, Point> {
            get { AnimatablePair(brightness, place) }
            set { (brightness, place) = (newValue.first, newValue.second) }
        }
    }

    @Test func `whatever can be animated takes the place of the numbers`() {
        let dark = Lamp(brightness: 0, place: Point(x: 0, y: 10)),
            bright = Lamp(brightness: 1, place: Point(x: 4, y: 0))
        for animation in [Animation.linear(duration: 2), .bouncy, .easeIn(duration: 1).delay(0.2)] {
            for time in [-1, 0, 0.3, 0.9, 5] {
                let part = animation.value(from: 0.0, to: 1.0, time: time)
                let lamp = animation.value(from: dark, to: bright, time: time)
                #expect(lamp.name == "lamp" && abs(lamp.brightness - part) < 1e-12)
                #expect(abs(lamp.place.x - 4 * part) < 1e-12 && abs(lamp.place.y - 10 * (1 - part)) < 1e-12)
                let velocity = animation.velocity(from: dark, to: bright, time: time)
                #expect(abs(velocity.first - animation.velocity(from: 0.0, to: 1.0, time: time)) < 1e-12)
            }
        }
    }

    @Test func `the forms have the curves and durations of their documentation`() {
        #expect(Animation.linear.duration == 0.35 && Animation.easeIn(duration: 2).duration == 2)
        #expect(Animation.easeInOut(duration: 1).progress(at: 0.25) == UnitCurve.easeInOut.value(at: 0.25))
        #expect(Animation.smooth == .spring(duration: 0.5, bounce: 0) && Animation.spring == .smooth)
        #expect(Animation.snappy == .spring(duration: 0.5, bounce: 0.15))
        #expect(Animation.bouncy(duration: 1, extraBounce: 0.1) == .spring(Spring(duration: 1, bounce: 0.4)))
        #expect(Animation.interactiveSpring == .spring(response: 0.15, dampingFraction: 0.86, blendDuration: 0.25))
        #expect(Animation.default == .spring(response: 0.55, dampingFraction: 1))
        #expect(Animation.interpolatingSpring(stiffness: 4, damping: 1) == .spring(Spring(stiffness: 4, damping: 1)))
    }

    @Test func `an end is reached at the duration, and after it there is nothing left to animate`() {
        let animation = Animation.easeIn(duration: 2)
        #expect(animation.animate(value: 10.0, time: 2) == 10 && animation.animate(value: 10.0, time: 2.001) == nil)
        #expect(animation.animate(value: 10.0, time: -1) == 0)
        #expect(Animation.linear(duration: 0).progress(at: 0) == 1 && animation.progress(at: 9) == 1)
        #expect(animation.velocity(at: 2.1) == 0)
    }

    @Test func `modifiers nest from the outside in`() {
        let base = Animation.linear(duration: 1)
        // Waits before every pass, or once.
        let every = base.delay(0.5).repeatForever(autoreverses: false)
        let once = base.repeatForever(autoreverses: false).delay(0.5)
        #expect(every.progress(at: 0.25) == 0 && every.progress(at: 1) == 0.5 && every.progress(at: 1.75) == 0)
        #expect(once.progress(at: 0.25) == 0 && once.progress(at: 1) == 0.5 && once.progress(at: 1.75) == 0.25)
        // Outside it hastens the delay too, inside it does not.
        #expect(base.delay(1).speed(2).progress(at: 0.75) == 0.5 && base.delay(1).speed(2).duration == 1)
        #expect(base.speed(2).delay(1).progress(at: 1.25) == 0.5 && base.speed(2).delay(1).duration == 1.5)
        #expect(base.delay(-0.25).progress(at: 0) == 0.25 && base.delay(-0.25).duration == 0.75)
        #expect(base.speed(0).duration == .infinity && base.speed(0).progress(at: 1e9) == 0)
        #expect(base.speed(-3).progress(at: 5) == 0)
    }

    @Test(arguments: samples) func `the segments of a change have its values, up to the time that was asked for`(
        animation: Animation
    ) {
        for speed in [0.0, 5] {
            let segments = animation.segments(from: 2, to: -1, initialVelocity: speed, until: 5)
            #expect(zip(segments, segments.dropFirst()).allSatisfy { $0.begin < $1.begin })
            for step in 0..<5000 {
                let time = Double(step) * 0.001 + 0.0005
                let value = animation.value(from: 2.0, to: -1, initialVelocity: speed, time: time)
                #expect(abs((segments.value(at: time) ?? .nan) - value) < 1e-6, "at \(time) from \(speed)")
            }
            for end in [0, 0.1, 0.4, 1] {
                let some = animation.segments(from: 2, to: -1, initialVelocity: speed, until: end)
                #expect(some.allSatisfy { $0.begin < end } && some.isEmpty == (end == 0), "up to \(end)")
            }
        }
        #expect(animation.segments(from: 0, to: 1, until: .infinity).isEmpty)
    }

    @Test func `a change that stands still, or is begun on its way, has segments too`() {
        let base = Animation.linear(duration: 1)
        #expect(base.speed(0).segments(from: 1, to: 2, until: 9).value(at: 8) == 1)
        #expect(base.delay(-0.25).segments(from: 0, to: 1, until: 1).value(at: 0.25) == 0.5)
        #expect(base.repeatCount(2).segments(from: 0, to: 1, until: 3).value(at: 2.5) == 1)
        #expect(base.speed(-1).repeatForever().segments(from: 3, to: 4, until: 3).value(at: 1) == 3)
        #expect(Animation.linear(duration: 0).repeatForever().segments(from: 3, to: 4, until: 3).value(at: 1) == 4)
    }

    private static let sudden: [Animation] = [
        .linear(duration: 0), .timingCurve(.steps(1, .start), duration: 1), .linear(duration: 0).speed(2),
        .linear(duration: 0).repeatCount(2), .spring(Spring(response: 0, dampingRatio: 1)),
        .linear(duration: 0).delay(0.1),
    ]

    @Test(arguments: sudden)
    func `what is at its target at once is at its start until the delay is over`(base: Animation) {
        let late = base.delay(1)
        #expect([0, 0.5, 0.999].map(late.progress) == [0, 0, 0] && late.progress(at: 1.2) == 1)
        let segments = late.segments(from: 2, to: 5, until: 3)
        #expect(segments.value(at: 0) == 2 && segments.value(at: 0.999) == 2 && segments.value(at: 1.2) == 5)
    }

    @Test(arguments: samples)
    func `before its start an animation has changed nothing and does not move`(animation: Animation) {
        for time in [-1e-9, -1, -1e9] {
            #expect(animation.progress(at: time) == 0 && animation.velocity(at: time) == 0)
            #expect(animation.value(from: 2.0, to: 5, initialVelocity: 7, time: time) == 2)
            #expect(animation.velocity(from: 2.0, to: 5, initialVelocity: 7, time: time) == 0)
        }
    }

    @Test func `passes are counted one by one, every second one backwards`() {
        let base = Animation.linear(duration: 1)
        let three = base.repeatCount(3)
        #expect([0, 0.25, 1, 1.25, 2, 2.25, 3].map(three.progress) == [0, 0.25, 1, 0.75, 0, 0.25, 1])
        let two = base.repeatCount(2)
        #expect(two.progress(at: 2) == 0 && two.progress(at: 2.0.nextUp) == 1 && two.duration == 2)
        #expect(two.animate(value: 5.0, time: 2) == 0 && two.animate(value: 5.0, time: 2.1) == nil)
        #expect(three.velocity(at: 1.5) == -1 && three.velocity(at: 2.5) == 1)
        #expect(base.repeatCount(0) == base.repeatCount(1) && base.repeatCount(-2).duration == 1)
        let straight = base.repeatCount(2, autoreverses: false)
        #expect(straight.progress(at: 1) == 0 && straight.progress(at: 2) == 1)
        #expect(base.repeatForever().animate(value: 1.0, time: 1e6 + 0.5) == 0.5)
        #expect(Animation.linear(duration: 0).repeatForever().progress(at: 3) == 1)
    }

    @Test(arguments: samples)
    func `the velocity is the slope of the progress`(animation: Animation) {
        var random = SeededGenerator(seed: 1)
        let step = 1e-7
        for _ in 0..<200 {
            let time = Double.random(in: 0.01...1.9, using: &random)
            let slope = (animation.progress(at: time + step) - animation.progress(at: time - step)) / (2 * step)
            // Next to a joint of two passes the slope is of both.
            guard abs(animation.velocity(at: time + step) - animation.velocity(at: time - step)) < 1e-2 else {
                continue
            }
            #expect(abs(slope - animation.velocity(at: time)) < 1e-2 * max(1, abs(slope)), "at \(time)")
        }
    }

    @Test(arguments: samples)
    func `an animation comes back from JSON as it was`(animation: Animation) throws {
        let data = try JSONEncoder().encode(animation)
        let copy = try JSONDecoder().decode(Animation.self, from: data)
        #expect(copy == animation, "\(String(decoding: data, as: UTF8.self))")
        #expect(copy.progress(at: 0.3) == animation.progress(at: 0.3))
    }

    @Test func `a vector sent elsewhere in flight never jumps, in value or in velocity`() {
        var random = SeededGenerator(seed: 2)
        func point() -> Point {
            Point(x: .random(in: -50...50, using: &random), y: .random(in: -50...50, using: &random))
        }
        for _ in 0..<200 {
            var movement = Movement(from: point(), to: point(), begin: 3, animation: .easeInOut(duration: 1))
            var time = 3.0
            for step in 0..<10 {
                time += 0.01 + Double(step) * 0.05
                let next = movement.retargeted(
                    to: point(), at: time, animation: step % 2 == 0 ? .bouncy : .easeIn(duration: 0.4))
                #expect(next.value(at: time).distance(to: movement.value(at: time)) < 1e-9)
                #expect((next.velocity(at: time) - movement.velocity(at: time)).length < 1e-9)
                #expect(next.value(at: time + 20).distance(to: next.to) < 1e-9)
                movement = next
            }
        }
    }

    @Test func `an interpolating spring starts with its own velocity beside the one it finds`() {
        let movement = Movement(from: 0.0, to: 1, begin: 0, animation: .linear(duration: 1))
        let spring = Animation.interpolatingSpring(stiffness: 100, damping: 10, initialVelocity: 3)
        let next = movement.retargeted(to: 2.5, at: 0.5, animation: spring)
        #expect(next.value(at: 0.5) == 0.5 && abs(next.velocity(at: 0.5) - (1 + 3 * 2)) < 1e-12)
    }

    @Test func `a change to the same value is none, and one at rest follows the curve`() {
        let movement = Movement(from: 0.0, to: 1, begin: 0, animation: .easeInOut(duration: 1))
        #expect(movement.retargeted(to: 1, at: 0.5, animation: .linear).end == 1)
        let rest = Movement(2.0).retargeted(to: 4, at: 7, animation: .easeIn(duration: 2))
        #expect(rest.value(at: 8) == 2 + 2 * UnitCurve.easeIn.value(at: 0.5) && rest.end == 9)
        #expect(Movement(2.0).value(at: -5) == 2)
    }

    @Test func `where a curve stands upright, what stays put has no velocity`() {
        let upright = Animation.timingCurve(.circularEaseOut, duration: 1)
        let speed = upright.velocity(from: Point(x: 1, y: 2), to: Point(x: 3, y: 2), time: 0)
        #expect(speed == Point(x: .infinity, y: 0))
        #expect(upright.velocity(from: 4.0, to: 4, time: 0) == 0)
        #expect(upright.speed(0).velocity(at: 0) == 0 && upright.speed(-1).velocity(at: 3) == 0)
        let kicked = Animation.bouncy.speed(0)
        #expect(kicked.velocity(from: 0.0, to: 1, initialVelocity: 9, time: 1) == 0)
    }
}
