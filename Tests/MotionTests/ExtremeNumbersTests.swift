// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import SeededRandom
import Testing

/// Numbers may come from anywhere. None of them traps, and nothing takes for ever.
@Suite struct ExtremeNumbersTests {
    static let odd: [Double] = [
        0, -0.0, 1, -1, 0.5, 1 - 0x1p-53, 1e-9, 1e9, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 1e-300, 1e154,
        -1e155, 1e300, -1e308,
        .greatestFiniteMagnitude, .infinity, -.infinity, .nan,
    ]

    private func curve(_ random: inout SeededGenerator) -> UnitCurve {
        func odd() -> Double { Self.odd.randomElement(using: &random) ?? 0 }
        let count = [Int.min, -1, 0, 1, 7, .max - 1, .max].randomElement(using: &random) ?? 1
        let curves: [UnitCurve] = [
            .bezier(x1: odd(), y1: odd(), x2: odd(), y2: odd()), .circularEaseIn, .circularEaseOut, .circularEaseInOut,
            .cosine, .steps(count, UnitCurve.Jump.allCases.randomElement(using: &random) ?? .end),
        ]
        let curve = curves.randomElement(using: &random) ?? .linear
        return Bool.random(using: &random) ? curve.tail(from: odd()) : curve.inverse
    }

    private func spring(_ random: inout SeededGenerator) -> Spring {
        func odd() -> Double { Self.odd.randomElement(using: &random) ?? 0 }
        return switch Int.random(in: 0..<4, using: &random) {
        case 0: Spring(mass: odd(), stiffness: odd(), damping: odd())
        case 1: Spring(response: odd(), dampingRatio: odd())
        case 2: Spring(duration: odd(), bounce: odd())
        default: Spring(settlingDuration: odd(), dampingRatio: odd(), epsilon: odd())
        }
    }

    private func motionCurve(_ random: inout SeededGenerator) -> MotionCurve {
        func odd() -> Double { Self.odd.randomElement(using: &random) ?? 0 }
        return switch Int.random(in: 0..<3, using: &random) {
        case 0: .unit(curve(&random))
        case 1: .hermite(startVelocity: odd(), endVelocity: odd())
        default: .spring(spring(&random), initialVelocity: odd())
        }
    }

    private func animation(_ random: inout SeededGenerator) -> Animation {
        func odd() -> Double { Self.odd.randomElement(using: &random) ?? 0 }
        var animation: Animation =
            Bool.random(using: &random)
            ? .timingCurve(curve(&random), duration: odd())
            : .interpolatingSpring(spring(&random), initialVelocity: odd())
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            switch Int.random(in: 0..<4, using: &random) {
            case 0: animation = animation.delay(odd())
            case 1: animation = animation.speed(odd())
            case 2: animation = animation.repeatCount([.min, 0, 1, 3, .max].randomElement(using: &random) ?? 1)
            default: animation = animation.repeatForever(autoreverses: Bool.random(using: &random))
            }
        }
        return animation
    }

    @Test func `curves and springs`() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<3000 {
            let (curve, spring) = (curve(&random), spring(&random))
            #expect(UnitCurve(curve.description) == curve, "\(curve)")
            #expect(curve.value(at: .nan) == curve.value(at: 0) && curve.value(at: 2) == 1, "\(curve)")
            #expect(spring.settlingDuration >= 0, "\(spring)")
            #expect(spring.value(time: .nan) == spring.value(time: 0))
            for time in Self.odd {
                _ = (curve.value(at: time), curve.velocity(at: time), curve.tail(from: time))
                _ = spring.value(target: time, initialVelocity: time, time: time)
                _ = spring.settlingDuration(target: time, initialVelocity: 1, epsilon: 0.001)
                #expect(!spring.value(time: time).isNaN && !spring.velocity(time: time).isNaN, "\(spring) at \(time)")
            }
        }
    }

    @Test func `animations, movements and phases`() {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<1000 {
            func odd() -> Double { Self.odd.randomElement(using: &random) ?? 0 }
            let one = animation(&random)
            #expect(one.duration >= 0, "\(one)")
            var movement = Movement(from: odd(), to: odd(), begin: odd(), animation: one, initialVelocity: odd())
            movement = movement.retargeted(to: odd(), at: odd(), animation: animation(&random))
            let phases = try? PhaseAnimator<Double>([
                .init(odd(), length: odd(), animation: one), .init(odd(), length: odd(), animation: animation(&random)),
            ])
            #expect(phases?.segments(inCycle: .max).count ?? 0 < 5000)
            for time in Self.odd {
                #expect(one.segments(from: odd(), to: odd(), initialVelocity: odd(), until: time).count < 5000)
                _ = (one.progress(at: time), one.velocity(at: time), one.animate(value: 2.0, time: time))
                _ = (movement.value(at: time), movement.velocity(at: time), movement.end)
                _ = (phases?.value(at: time), phases?.velocity(at: time, .once), phases?.phase(at: time))
            }
        }
    }

    @Test func `segments and pendulums`() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<1000 {
            func odd() -> Double { Self.odd.randomElement(using: &random) ?? 0 }
            func segment() -> Segment {
                Segment(from: odd(), to: odd(), begin: odd(), duration: odd(), curve: motionCurve(&random))
            }
            let several = [segment(), segment(), segment()]
            let one = segment()
            let pendulum = Pendulum(amplitude: odd())
            for other in [
                one.retargeted(to: odd(), at: odd(), duration: odd()), one.tail(from: odd()),
                one.retargeted(to: odd(), at: odd(), spring: spring(&random)), one.moved(to: odd(), stretched: odd()),
                pendulum.retargeted(one, at: odd(), arrivingAt: odd()), pendulum.settling(one, at: odd()),
            ] {
                for time in Self.odd {
                    _ = (other.value(at: time), other.velocity(at: time), several.value(at: time))
                    _ = ([one, other].tail(from: time), several.tail(from: time))
                }
            }
        }
    }

    @Test func `easings for a web page`() {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<100 {
            func odd() -> Double { Self.odd.randomElement(using: &random) ?? 0 }
            let one = Segment(from: 0, to: odd(), begin: 0, duration: odd(), curve: motionCurve(&random))
            #expect(WebAnimation(one, maximumError: 1).easing.count < 10_000_000)
            #expect(animation(&random).css(maximumError: 1)?.count ?? 0 < 10_000_000)
        }
    }

    @Test func `keyframes and paths`() {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<300 {
            func odd() -> Double { Self.odd.randomElement(using: &random) ?? 0 }
            func point() -> Point { Point(x: odd(), y: odd()) }
            let end = point()
            let curve = KeyframeCurve(
                from: point(),
                [
                    .linear(to: point(), duration: odd(), timingCurve: curve(&random)),
                    .cubic(to: point(), duration: odd(), startVelocity: nil, endVelocity: nil),
                    .spring(to: point(), duration: nil, spring: spring(&random), startVelocity: nil),
                    .cubic(to: point(), duration: odd(), startVelocity: point(), endVelocity: nil), .move(to: end),
                ])
            let list = try? KeyframeList<Double>(
                (0..<3).map { _ in .init(offset: odd(), value: odd(), kind: .easeIn) })
            var path = Path()
            path.addRoundedRect(
                in: Rect(x: odd(), y: odd(), width: odd(), height: odd()),
                cornerSize: Size(width: odd(), height: odd()))
            path.addRelativeArc(
                center: point(), radius: odd(), startAngle: .degrees(odd()), delta: .degrees(odd()))
            path.addCurve(to: point(), control1: point(), control2: point())
            let measure = path.measured()
            #expect(measure.length >= 0)
            // A number that is none differs from itself.
            #expect("\(curve.value(at: .infinity))" == "\(end)")
            for time in Self.odd {
                #expect(list.map { $0.segment(at: time) >= 0 } ?? true)
                _ = (curve.value(at: time), curve.velocity(at: time), list?.value(at: time))
                _ = (measure.place(at: time), measure.trimmed(from: 0, to: time))
            }
            _ = (path.boundingRect, path.applying(ProjectionTransform()))
            let turn = Rotation3DEffect(.degrees(odd()), axis: (odd(), odd(), odd()), anchorZ: odd())
            _ = path.applying(turn.effectValue(size: Size(width: odd(), height: odd())))
        }
    }

    @Test(arguments: odd)
    func `effects and labels`(number: Double) {
        #expect((0...9).contains(RollingDigits(number).digit(at: .max).digit))
        _ = (ProgressRing(number).percent, FlipEffect(.degrees(number)).flips, FlipEffect(.degrees(number)).isFlipped)
        _ = (TextWave(count: .max, width: number).scale(of: 3, progress: number), Color(white: number).clamped)
        for property in Choreography.properties {
            for index in [0, 1, 12, 1 << 52] as [Int64] {
                _ = property.value(in: Beat(index, beatsPerBar: 7, bpm: number), phase: number)
                _ = property.velocity(in: Beat(index, beatsPerBar: 0, bpm: number), phase: number)
            }
        }
    }
}
