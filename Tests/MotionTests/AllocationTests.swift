// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import Testing
import ThreadAllocations

/// Evaluation is real-time safe: it asks for no memory. What is built beforehand may.
@Suite(.enabled(if: thread_allocations_are_counted))
struct AllocationTests {
    /// How often a thousand evaluations allocate, after those that make Swift find the types of generic ones.
    static func allocations(over span: Double = 1, by evaluate: (Double) -> Double?) -> Int {
        var sum = 0.0
        func run() {
            for number in -100..<1000 { sum += evaluate(Double(number) / 900 * span) ?? 0 }
        }
        run()
        let before = thread_allocations()
        run()
        let made = thread_allocations() - before
        #expect(sum.isFinite)
        return made
    }

    @Test func `what allocates is counted, on its own thread`() {
        // An array, and so an object, each time.
        var kept: [Double] = []
        let made = Self.allocations { time in
            kept = [time, time]
            return kept[1]
        }
        #expect(made >= 1100)
        #expect(Self.allocations { $0 } == 0)
    }

    @Test(arguments: [
        UnitCurve.linear, .easeInOut, .bezier(x1: 0.9, y1: 0, x2: 0.1, y2: 1), .bezier(x1: 0, y1: -1, x2: 1, y2: 2),
        .circularEaseIn, .circularEaseOut, .circularEaseInOut, .cosine, .hold, .steps(5, .both),
    ])
    func `a curve's values and velocities allocate nothing`(curve: UnitCurve) {
        #expect(Self.allocations { curve.value(at: $0) } == 0)
        // Infinite where it jumps.
        #expect(Self.allocations { curve.velocity(at: $0).isFinite ? 1 : 0 } == 0)
    }

    @Test(arguments: [
        Spring.smooth, .bouncy, Spring(mass: 1, stiffness: 40, damping: 90), Spring(mass: 1, stiffness: 40, damping: 0),
    ])
    func `a spring's values and velocities allocate nothing`(spring: Spring) {
        #expect(Self.allocations(over: 3) { spring.value(target: 2, initialVelocity: 5, time: $0) } == 0)
        #expect(Self.allocations(over: 3) { spring.velocity(target: 2, initialVelocity: 5, time: $0) } == 0)
        let (target, start) = (Point(x: 2, y: -1).animatableData, Point(x: 0, y: 5).animatableData)
        #expect(
            Self.allocations { spring.value(target: target, initialVelocity: start, time: $0).magnitudeSquared } == 0)
    }

    static let curves: [MotionCurve] = [
        .easeInOut, .hold, .hermite(startVelocity: 3, endVelocity: -8), .spring(.bouncy, initialVelocity: 4),
    ]

    @Test(arguments: curves)
    func `a segment's values and velocities allocate nothing`(curve: MotionCurve) {
        let segment = Segment(from: -3, to: 5, begin: 0.1, duration: 0.8, curve: curve)
        #expect(Self.allocations { segment.value(at: $0) } == 0)
        #expect(Self.allocations { segment.velocity(at: $0) } == 0)
    }

    @Test func `many segments' values and velocities allocate nothing`() {
        let segments = (0..<8).map { beat in
            Segment(from: 0, to: 1, begin: Double(beat), duration: 0.9, curve: Self.curves[beat % Self.curves.count])
        }
        #expect(Self.allocations(over: 9) { segments.value(at: $0) } == 0)
        #expect(Self.allocations(over: 9) { segments.velocity(at: $0) } == 0)
    }

    @Test(arguments: AnimationTests.samples)
    func `an animation's values allocate nothing`(animation: Animation) {
        #expect(Self.allocations(over: 3) { animation.progress(at: $0) } == 0)
        #expect(Self.allocations(over: 3) { animation.velocity(at: $0) } == 0)
        #expect(Self.allocations(over: 3) { animation.value(from: 1.0, to: 4, initialVelocity: 2, time: $0) } == 0)
        let (from, to) = (Point(x: 2, y: -1).animatableData, Point(x: 0, y: 5).animatableData)
        #expect(Self.allocations(over: 3) { animation.value(from: from, to: to, time: $0).magnitudeSquared } == 0)
    }

    @Test func `SIMD vectors and points move without allocating`() {
        let (from, to) = (SIMD4<Double>(0, 1, 2, 3), SIMD4<Double>(4, -1, 0, 9))
        #expect(Self.allocations { Animation.bouncy.value(from: from, to: to, time: $0).magnitudeSquared } == 0)
        let (small, large) = (SIMD8<Float>(repeating: 1), SIMD8<Float>(repeating: 5))
        #expect(Self.allocations { small.interpolated(towards: large, amount: $0).magnitudeSquared } == 0)
    }

    @Test func `a place on a path allocates nothing`() {
        let circle = Path(ellipseIn: Rect(x: -2, y: -2, width: 4, height: 4)).measured()
        #expect(Self.allocations { circle.place(at: $0)?.tangent.x } == 0)
        #expect(Self.allocations { circle.point(at: $0)?.x } == 0)
    }
}
