// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import Testing

@Suite struct PhaseAnimatorTests {
    static func heart() throws -> PhaseAnimator<Double> {
        let spring = Animation.spring(response: 0.1, dampingFraction: 0.24)
        return try PhaseAnimator([
            .init(1, length: 0.4, animation: spring), .init(1.6, length: 0.2, animation: spring),
            .init(2, length: 0.2, animation: spring),
        ])
    }

    @Test func `phases are gone through by completion when no lengths are given`() throws {
        let phases = try PhaseAnimator<Double>([
            .init(0, animation: .linear(duration: 1)), .init(10, animation: .linear(duration: 2)),
        ])
        #expect(phases.duration == 3)
        #expect([-1, 0, 1, 2, 2.5, 3, 4].map { phases.value(at: $0) } == [0, 0, 5, 10, 5, 0, 5])
        #expect([0, 1.9, 2, 2.9, 3].map { phases.phase(at: $0) } == [1, 1, 0, 0, 1])
        #expect(phases.velocity(at: 1) == 5 && phases.velocity(at: 2.5) == -10)
    }

    @Test func `the segments of a cycle have its values, in the first and in a later one`() throws {
        let curves = try PhaseAnimator<Double>([
            .init(0, length: 0.3, animation: .easeInOut(duration: 0.5)), .init(7, length: 0, animation: .bouncy),
            .init(1, length: 0.6, animation: .linear(duration: 0.1)), .init(4, length: 0.1, animation: .bouncy),
        ])
        let delayed = try PhaseAnimator<Double>([
            .init(0, length: 1, animation: .easeOut(duration: 0.4).delay(0.5)),
            .init(10, length: 0.3, animation: .spring(response: 0.5, dampingFraction: 0.4)),
        ])
        for phases in [try Self.heart(), curves, delayed] {
            for cycle in [Int64(0), 1, 40] {
                let segments = phases.segments(inCycle: cycle)
                #expect(zip(segments, segments.dropFirst()).allSatisfy { $0.begin < $1.begin })
                for step in 0..<200 {
                    let time = (Double(step) + 0.5) / 200 * phases.duration
                    let value = phases.value(at: Double(cycle) * phases.duration + time)
                    #expect(abs((segments.value(at: time) ?? .nan) - value) < 1e-6, "at \(time) of cycle \(cycle)")
                }
            }
        }
        #expect(curves.segments(inCycle: -3) == curves.segments(inCycle: 0))
    }

    @Test func `a trigger goes through all phases once and comes back to the first`() throws {
        let heart = try Self.heart()
        for time in [0, 0.1, 0.3, 0.5, 0.79] { #expect(heart.value(at: time, .once) == heart.value(at: time)) }
        #expect(abs(heart.value(at: 5, .once) - 1) < 1e-9 && heart.phase(at: 5, .once) == 0)
        // It goes on without a jump when the cycle is over.
        #expect(abs(heart.value(at: 0.8 - 1e-9, .once) - heart.value(at: 0.8 + 1e-9, .once)) < 1e-6)
    }

    @Test func `neither value nor velocity jumps, and after a million cycles it beats as after ten`() throws {
        let heart = try Self.heart()
        let slow = Animation.spring(response: 4, dampingFraction: 0.1)
        // The spring into 1 runs on, since the phase after it is 1, too.
        let same = try PhaseAnimator<Double>([
            .init(0, length: 0.2, animation: slow), .init(1, length: 0.2, animation: slow),
            .init(1, length: 0.1, animation: .linear(duration: 0.1)),
        ])
        for phases in [heart, same] {
            for step in 0..<80 {
                let time = Double(step) * 0.1
                #expect(abs(phases.value(at: time + 1e-9) - phases.value(at: time - 1e-9)) < 1e-6, "at \(time)")
                #expect(abs(phases.velocity(at: time + 1e-9) - phases.velocity(at: time - 1e-9)) < 1e-4)
            }
        }
        for part in [0.05, 0.21, 0.5] {
            #expect(abs(heart.value(at: 8e5 + part) - heart.value(at: 8 + part)) < 1e-6)
        }
    }

    @Test func `animations that are cut short are sent on with the velocity they have`() throws {
        let phases = try PhaseAnimator<Double>([
            .init(0, length: 0.5, animation: .easeInOut(duration: 1)),
            .init(1, length: 0.5, animation: .easeInOut(duration: 1)),
        ])
        for step in 1..<20 {
            let time = Double(step) * 0.5
            #expect(abs(phases.value(at: time + 1e-9) - phases.value(at: time - 1e-9)) < 1e-6)
            #expect(abs(phases.velocity(at: time + 1e-9) - phases.velocity(at: time - 1e-9)) < 1e-5)
        }
    }

    @Test func `phases that make no sense say why`() {
        typealias Phases = PhaseAnimator<Double>
        #expect(throws: Phases.Fault.none) { try Phases([]) }
        #expect(throws: Phases.Fault.badLength(.infinity)) {
            try Phases([.init(1, animation: .linear.repeatForever())])
        }
        #expect(throws: Phases.Fault.noDuration) { try Phases([.init(1, length: 0)]) }
    }

    @Test func `a phase that is jumped into ends the memory of those before it, but not of those after`() throws {
        let jump = Animation.spring(Spring(response: 0, dampingRatio: 1))
        let phases = try PhaseAnimator<Double>([
            .init(0, length: 0.1, animation: .bouncy), .init(1, length: 0.1, animation: .bouncy),
            .init(5, length: 0.1, animation: jump),
        ])
        for cycle in 1..<10 {
            let seam = Double(cycle) * phases.duration
            #expect(abs(phases.value(at: seam + 1e-9) - phases.value(at: seam - 1e-9)) < 1e-6)
            #expect(phases.value(at: seam) > 1)
        }
    }

    @Test func `any time has a phase`() throws {
        let heart = try Self.heart()
        for time in [-.infinity, -1, .nan, 1e300, .infinity] {
            #expect((0..<3).contains(heart.phase(at: time)) && (0..<3).contains(heart.phase(at: time, .once)))
            #expect((0.4...2.5).contains(heart.value(at: time)) && (0.4...2.5).contains(heart.value(at: time, .once)))
        }
    }
}
