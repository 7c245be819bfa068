// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import Testing

@Suite struct KeyframeTests {
    static let mixed = KeyframeCurve(
        from: 0.0,
        [
            .linear(to: 10, duration: 1, timingCurve: .easeIn),
            .cubic(to: 20, duration: 1, startVelocity: nil, endVelocity: nil),
            .cubic(to: 15, duration: 0.5, startVelocity: nil, endVelocity: nil),
            .spring(to: 0, duration: 0.3, spring: .bouncy, startVelocity: nil),
            .cubic(to: 5, duration: 1, startVelocity: nil, endVelocity: nil),
            .linear(to: 6, duration: 1, timingCurve: .linear),
            .spring(to: 0, duration: nil, spring: .snappy, startVelocity: nil),
        ])

    @Test func `values never jump where keyframes meet, and velocities not beside cubic and spring ones`() {
        let times = [1, 2, 2.5, 2.8, 3.8, 4.8]
        for time in times {
            let jump = Self.mixed.value(at: time + 1e-9) - Self.mixed.value(at: time - 1e-9)
            #expect(abs(jump) < 1e-6, "value at \(time)")
            let bend = Self.mixed.velocity(at: time + 1e-9) - Self.mixed.velocity(at: time - 1e-9)
            // Next to its end an easeIn bends as a square root does.
            #expect(abs(bend) < 1e-3, "velocity at \(time)")
        }
        #expect(Self.mixed.value(at: Self.mixed.duration) == 0 && Self.mixed.value(at: 100) == 0)
        #expect(Self.mixed.value(at: -1) == 0 && Self.mixed.velocity(at: -1) == 0)
    }

    @Test func `inner cubic velocities are those of Catmull and Rom`() {
        let curve = KeyframeCurve(
            from: 1.0,
            [
                .cubic(to: 2, duration: 1, startVelocity: nil, endVelocity: nil),
                .cubic(to: 7, duration: 3, startVelocity: nil, endVelocity: nil),
                .cubic(to: 8, duration: 1, startVelocity: nil, endVelocity: 4),
            ])
        #expect(abs(curve.velocity(at: 1) - 1.5) < 1e-12 && abs(curve.velocity(at: 4) - 1.5) < 1e-12)
        #expect(curve.velocity(at: 0) == 0 && abs(curve.velocity(at: 5.0.nextDown) - 4) < 1e-9)
    }

    @Test func `given velocities count, and a move is a jump`() {
        let curve = KeyframeCurve(
            from: 0.0,
            [
                .cubic(to: 1, duration: 1, startVelocity: 3, endVelocity: -2), .move(to: 10),
                .linear(to: 11, duration: 1, timingCurve: .linear),
            ])
        #expect(curve.velocity(at: 0) == 3 && abs(curve.velocity(at: 1 - 1e-9) + 2) < 1e-6)
        #expect(abs(curve.value(at: 1 - 1e-9) - 1) < 1e-6 && curve.value(at: 1) == 10 && curve.value(at: 2) == 11)
        #expect(curve.duration == 2)
        let last = KeyframeCurve(from: 0.0, [.linear(to: 1, duration: 1, timingCurve: .linear), .move(to: 5)])
        #expect(last.value(at: 0.5) == 0.5 && last.value(at: 1) == 5)
    }

    @Test func `a spring without a duration takes as long as it needs, and one cut short stays where it got`() {
        let settled = KeyframeCurve(
            from: 0.0, [.spring(to: 100, duration: nil, spring: .smooth, startVelocity: nil)])
        #expect(abs(settled.duration - Spring.smooth.settlingDuration) < 1e-9 && settled.value(at: 9) == 100)
        let cut = KeyframeCurve(from: 0.0, [.spring(to: 100, duration: 0.1, spring: .smooth, startVelocity: nil)])
        #expect(cut.duration == 0.1 && cut.value(at: 9) == Spring.smooth.value(target: 100, time: 0.1))
    }

    @Test func `tracks of parts run side by side, the later of two for a part wins, and short ones wait at their end`()
    {
        struct Ball: Sendable {
            var position = Point.zero
            var scale = 1.0
        }
        let timeline = KeyframeTimeline(initialValue: Ball()) {
            KeyframeTrack(\.position.x) { LinearKeyframe(10, duration: 2) }
            KeyframeTrack(\.scale) {
                MoveKeyframe(2)
                for size in [3.0, 5] { LinearKeyframe(size, duration: 0.5) }
            }
            KeyframeTrack(\.position.x) {
                LinearKeyframe(100, duration: 4)
                SpringKeyframe(0, duration: 1, spring: .bouncy)
                CubicKeyframe(1, duration: 1)
            }
        }
        #expect(timeline.duration == 6)
        let middle = timeline.value(time: 1)
        #expect(middle.position.x == 25 && middle.scale == 5 && middle.position.y == 0)
        #expect(timeline.value(time: 0.25).scale == 2.5 && timeline.value(time: 0).scale == 2)
        #expect(timeline.value(progress: 1).position.x == 1 && timeline.value(progress: 0.25).position.x == 37.5)
    }

    @Test func `as segments a component has the values of its track`() throws {
        let moves = KeyframeCurve(
            from: 0.0,
            [
                .move(to: 3), .linear(to: 4, duration: 1, timingCurve: .easeOut), .move(to: -2),
                .spring(to: 9, duration: 0.2, spring: .bouncy, startVelocity: 4),
            ])
        for curve in [Self.mixed, moves] {
            let track = curve.segments(of: \.self, begin: 10)
            for step in -100...1000 {
                let time = Double(step) * 0.0101
                #expect(abs(try #require(track.value(at: 10 + time)) - curve.value(at: time)) < 1e-9, "at \(time)")
            }
        }
        let jump = try Jump.list()
        let track = jump.later.segments(of: \.z)
        for step in 0..<300 {
            let time = Double(step) * 0.01003
            #expect(abs(try #require(track.value(at: time)) - jump.later.value(at: time).y) < 1e-9)
        }
    }

    @Test func `the segments of a timeline's part have its values`() throws {
        let timeline = KeyframeTimeline(initialValue: Jump(rotation: 5, yScale: 1, y: 0)) {
            KeyframeTrack(\.y) {
                LinearKeyframe(9, duration: 1)
            }
            KeyframeTrack(\.yScale) {
                SpringKeyframe(2, duration: 0.5, spring: .bouncy)
                CubicKeyframe(0.5, duration: 1)
                MoveKeyframe(3)
            }
            KeyframeTrack(\.y) {
                LinearKeyframe(20, duration: 2, timingCurve: .easeIn)
            }
        }
        for part in [\Jump.y, \.yScale, \.rotation] {
            let segments = timeline.segments(of: part)
            for step in 0..<250 {
                let time = Double(step) * 0.01
                let value = timeline.value(time: time)[keyPath: part]
                #expect(abs(try #require(segments.value(at: time)) - value) < 1e-9, "at \(time)")
            }
        }
    }

    @Test func `a list goes round from its last keyframe to its second, without drift`() throws {
        let jump = try Jump.list()
        #expect(abs(jump.duration - 3) < 1e-12)
        // The first cycle starts at 0, later ones at -20: 100 and 200 points per second.
        #expect(jump.value(at: 0.1).y == 10 && abs(jump.value(at: 3.1).y) < 1e-9)
        #expect(abs(jump.value(at: 3e6 + 0.1).y) < 1e-6 && abs(jump.value(phase: 0.1 / 3).y) < 1e-9)
        #expect(jump.value(at: -1).y == 0)
    }

    @Test func `a list that makes no sense says why`() {
        typealias List = KeyframeList<Double>
        func entry(_ offset: Double) -> List.Entry { List.Entry(offset: offset, value: 1, kind: .linear) }
        #expect(throws: List.Fault.tooFew) { try List([entry(1)]) }
        #expect(throws: List.Fault.badOffset(-1)) { try List([entry(0), entry(-1)]) }
        #expect(throws: List.Fault.noDuration) { try List([entry(1), entry(0)]) }
        #expect(throws: List.Fault.badOffset(.infinity)) { try List([entry(0), entry(.infinity)]) }
    }

    @Test func `a keyframe of no kind is there at once`() throws {
        let list = try KeyframeList<Double>([
            .init(offset: 0, value: 1, kind: .none), .init(offset: 1, value: 2, kind: .none),
            .init(offset: 1, value: 3, kind: .linear),
        ])
        #expect(list.value(at: 0) == 2 && list.value(at: 0.9) == 2 && list.value(at: 1.5) == 2.5)
    }

    @Test func `a track of no keyframes stays, and one of none that take time jumps`() {
        let none = KeyframeCurve(from: 3.0, [])
        let jumps = KeyframeCurve(
            from: 3.0,
            [
                .move(to: 4), .linear(to: 5, duration: 0, timingCurve: .linear),
                .cubic(to: 6, duration: -1, startVelocity: nil, endVelocity: nil),
                .cubic(to: 7, duration: .nan, startVelocity: nil, endVelocity: nil),
                .spring(to: 8, duration: nil, spring: Spring(duration: 1, bounce: 1), startVelocity: nil),
            ])
        for time in [-1, 0, 1, .infinity, .nan] {
            #expect(none.value(at: time) == 3 && none.velocity(at: time) == 0)
            #expect(jumps.value(at: time) == (time >= 0 ? 8 : 3) && jumps.velocity(at: time) == 0)
        }
        #expect(none.duration == 0 && jumps.duration == 0)
        #expect(none.segments(of: \.self).value(at: 5) == 3)
    }

    @Test func `beside an upright curve no velocity is no number`() {
        let curve = KeyframeCurve(
            from: Point(x: 0, y: 7),
            [
                .linear(to: Point(x: 1, y: 7), duration: 1, timingCurve: .circularEaseOut),
                .cubic(to: Point(x: 2, y: 7), duration: 1, startVelocity: nil, endVelocity: nil),
                .linear(to: Point(x: 3, y: 7), duration: 1, timingCurve: .circularEaseIn),
                .cubic(to: Point(x: 2, y: 7), duration: 1, startVelocity: nil, endVelocity: nil),
            ])
        for time in [0, 1, 2, 3.0.nextDown, 3] {
            #expect(curve.velocity(at: time).y == 0 && !curve.velocity(at: time).x.isNaN, "at \(time)")
        }
    }

    @Test func `a spring after an upright curve starts at rest`() {
        let curve = KeyframeCurve(
            from: 0.0,
            [
                .linear(to: 1, duration: 1, timingCurve: .circularEaseIn),
                .spring(to: 2, duration: 1, spring: .smooth, startVelocity: nil),
            ])
        #expect(curve.velocity(at: 1) == 0 && curve.value(at: 1) == 1)
        #expect((1...2).contains(curve.value(at: 1.3)))
    }

    @Test func `far away a list still has a segment`() throws {
        let list = try KeyframeList<Double>([
            .init(offset: 0, value: 1, kind: .linear), .init(offset: 0.5, value: 2, kind: .linear),
            .init(offset: 0.5, value: 3, kind: .linear),
        ])
        #expect([-1, .nan, 0, 0.6, 1, 7.5].map(list.segment) == [0, 0, 0, 1, 2, 15])
        for time in [1e300, .infinity] { #expect(list.segment(at: time) >= 1_000_000_000_000_000) }
    }
}
