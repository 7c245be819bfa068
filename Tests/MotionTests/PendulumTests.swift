// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import SeededRandom
import Testing

@Suite struct PendulumTests {
    let pendulum = Pendulum()

    /// Whether a segment starts with the angle and the angular velocity that another has at its begin.
    private func goesOn(_ next: Segment, from last: Segment) -> Bool {
        let (angle, speed) = (last.value(at: next.begin), last.velocity(at: next.begin))
        return abs(next.value(at: next.begin) - angle) <= 1e-6 * max(1, abs(angle))
            && abs(next.velocity(at: next.begin) - speed) <= 1e-6 * max(1, abs(speed))
    }

    /// Angles at 101 times from begin to end.
    private func angles(of segment: Segment) -> [Double] {
        (0...100).map { segment.value(at: segment.begin + segment.duration * Double($0) / 100) }
    }

    /// Whether a segment ends exactly on its target, with no velocity just before.
    private func rests(_ segment: Segment, on target: Double) -> Bool {
        let last = segment.end - segment.duration * 1e-6
        return segment.value(at: segment.end) == target && segment.velocity(at: segment.end) == 0
            && abs((segment.to - segment.from) * (segment.curve.unitCurve?.velocity(at: 1) ?? .nan)) <= 1e-9
            && abs(segment.value(at: last) - target) <= 1e-6
    }

    @Test func `even beats swing from right to left, odd ones back, also before the first beat`() {
        for beat in Int64(-4)...4 {
            let swing = pendulum.swing(beat: beat, begin: Double(beat), duration: 1)
            let next = pendulum.swing(beat: beat + 1, begin: Double(beat + 1), duration: 1)
            #expect(swing.from == (beat.isMultiple(of: 2) ? 30 : -30))
            #expect(swing.to == next.from && goesOn(next, from: swing))
        }
        #expect(pendulum.swing(beat: .min, begin: 0, duration: 1).from == 30)
        #expect(Pendulum(amplitude: 12).swing(beat: .max, begin: 0, duration: 1).from == -12)
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func `however often the beat moves, the rod stays smooth and within its amplitude`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var beat: Int64 = 0
        var segment = pendulum.swing(beat: beat, begin: 0, duration: .random(in: 0.15...3, using: &random))
        for _ in 0..<30 {
            let next: Segment
            if Int.random(in: 0..<4, using: &random) == 0 {
                #expect(rests(segment, on: segment.to))
                beat += 1
                next = pendulum.swing(beat: beat, begin: segment.end, duration: .random(in: 0.15...3, using: &random))
            } else {
                let time = segment.begin + segment.duration * .random(in: 0..<1, using: &random)
                next = pendulum.retargeted(segment, at: time, arrivingAt: time + .random(in: 0.001...3, using: &random))
                #expect(next.to == segment.to)
            }
            #expect(goesOn(next, from: segment), "\(next) after \(segment)")
            let angles = angles(of: next)
            #expect(angles.allSatisfy { abs($0) <= 30 + 1e-9 }, "\(next)")
            let forward: Double = next.to > next.from ? 1 : -1
            #expect(zip(angles, angles.dropFirst()).allSatisfy { ($1 - $0) * forward >= -1e-9 }, "\(next)")
            segment = next
        }
    }

    @Test func `a slow-down too strong for a Hermite neither overshoots nor loses its speed`() throws {
        let swing = pendulum.swing(beat: 0, begin: 0, duration: 1)
        let rest = pendulum.retargeted(swing, at: 0.5, arrivingAt: 5.5)
        let points = try #require(rest.curve.unitCurve?.controlPoints)
        #expect(points.y1 == 1 && points.x1 < 1.0 / 3)
        #expect(goesOn(rest, from: swing) && rests(rest, on: -30))
        #expect(angles(of: rest).allSatisfy { $0 >= -30 - 1e-9 })
    }

    @Test func `a rod with no time left is on its target`() {
        let swing = pendulum.swing(beat: 0, begin: 0, duration: 1)
        for end in [0.5, 0.25, -.infinity, .infinity, .nan] {
            let jump = pendulum.retargeted(swing, at: 0.5, arrivingAt: end)
            #expect(jump.value(at: 0.5) == -30 && jump.duration == 0, "arriving at \(end)")
        }
    }

    @Test func `a rod that waits for its swing, or has ended it, starts from rest or stays`() {
        let swing = pendulum.swing(beat: 0, begin: 1, duration: 1)
        let early = pendulum.retargeted(swing, at: 0, arrivingAt: 3)
        #expect(early.from == 30 && early.velocity(at: 0) == 0 && rests(early, on: -30))
        let late = pendulum.retargeted(swing, at: 2, arrivingAt: 3)
        #expect((0...10).allSatisfy { late.value(at: 2 + Double($0) / 10) == -30 })
    }

    @Test func `a rod that moves away from its target turns smoothly, within its amplitude`() {
        let away = Segment(
            from: 0, to: -30, begin: 0, duration: 0.1, curve: .bezier(x1: 0.2, y1: -0.6, x2: 0.6, y2: 1))
        for step in 0..<10 {
            let time = Double(step) / 1000
            let rest = pendulum.retargeted(away, at: time, arrivingAt: time + 2)
            #expect(goesOn(rest, from: away) && rests(rest, on: -30), "\(rest)")
            #expect(angles(of: rest).allSatisfy { abs($0) <= 30 + 1e-9 }, "\(rest)")
        }
    }

    @Test(arguments: [0.15, 0.2, 0.5, 1, 3])
    func `a stopped rod comes to rest upright within half a second, smoothly and within its amplitude`(beat: Double) {
        let swing = pendulum.swing(beat: 1, begin: 7, duration: beat)
        for step in 0...1000 {
            let time = 7 + beat * Double(step) / 1000
            let settling = pendulum.settling(swing, at: time)
            #expect(settling.end - time <= 0.5 + 1e-9 && rests(settling, on: 0))
            #expect(settling.from == 0 || goesOn(settling, from: swing), "\(settling)")
            let angles = angles(of: settling)
            #expect(angles.allSatisfy { abs($0) <= 30 + 1e-9 }, "\(settling)")
            if swing.value(at: time) < 0 {
                #expect(zip(angles, angles.dropFirst()).allSatisfy { $1 >= $0 - 1e-9 }, "\(settling)")
            }
        }
    }

    @Test func `a rod at rest settles to upright, and an upright one stays`() {
        let swing = pendulum.swing(beat: 0, begin: 0, duration: 1)
        for time in [-1.0, 0, 1, 2] {
            let settling = pendulum.settling(swing, at: time)
            #expect(abs(settling.from) == 30 && settling.velocity(at: time) == 0 && rests(settling, on: 0))
        }
        let again = pendulum.settling(pendulum.settling(swing, at: 0.3), at: 9)
        #expect(angles(of: again).allSatisfy { $0 == 0 })
    }

    @Test func `a rod beyond the amplitude is never driven further out`() {
        let wide = Pendulum(amplitude: 50).swing(beat: 0, begin: 0, duration: 0.3)
        for step in 0...300 {
            let settling = pendulum.settling(wide, at: Double(step) / 1000)
            let angles = angles(of: settling)
            #expect(angles.allSatisfy { abs($0) <= max(30, abs(settling.from)) + 1e-9 }, "\(settling)")
        }
    }

    @Test func `a rod whose amplitude is no number harms nobody`() {
        let lost = Pendulum(amplitude: .nan)
        let swing = lost.swing(beat: 0, begin: 0, duration: 1)
        #expect(lost.settling(swing, at: 0.5).to == 0)
        #expect(lost.retargeted(swing, at: 0.5, arrivingAt: 2).duration == 1.5)
    }
}
