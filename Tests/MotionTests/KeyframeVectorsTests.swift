// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import ReferenceValues
import Testing

/// The jumping face: how far it is turned, how high it is squeezed, and where it is.
struct Jump: Animatable, Sendable {
    var rotation: Double
    var yScale: Double
    var y: Double

    var animatableData: SIMD4<Double> {
        get { [rotation, yScale, y, 0] }
        set { (rotation, yScale, y) = (newValue.x, newValue.y, newValue.z) }
    }

    static func list() throws -> KeyframeList<Jump> {
        func entry(
            _ offset: Double, _ rotation: Double, _ yScale: Double, _ y: Double, _ kind: KeyframeList<Jump>.Kind
        ) -> KeyframeList<Jump>.Entry {
            KeyframeList.Entry(offset: offset, value: Jump(rotation: rotation, yScale: yScale, y: y), kind: kind)
        }
        return try KeyframeList([
            entry(0, 0, 1, 0, .none), entry(0.2, 0, 0.5, 20, .linear), entry(0.4, 0, 1, -20, .linear),
            entry(0.5, 360, 1, -80, .easeOut), entry(0.4, 360, 1, -20, .easeIn), entry(0.2, 360, 0.5, 20, .easeOut),
            entry(0.4, 360, 1, -20, .linear), entry(0.5, 0, 1, -80, .easeOut), entry(0.4, 0, 1, -20, .easeIn),
        ])
    }
}

/// Every row of the sets of keyframes and combined animations.
@Suite struct KeyframeVectorsTests {
    static let sets = ["keyframes.emoji", "keyframe.cubic", "combine.bezier", "repeat"]

    @Test func `the jumping face is where the vectors say`() throws {
        let set = try VectorSet.named("keyframes.emoji")
        let jump = try Jump.list()
        for row in set.rows {
            let time = try set.number("t", in: row)
            let value = jump.value(at: time)
            #expect(set.agrees(value.rotation, try set.number("rotation", in: row)), "rotation at \(time)")
            #expect(set.agrees(value.yScale, try set.number("yScale", in: row)), "yScale at \(time)")
            #expect(set.agrees(value.y, try set.number("y", in: row)), "y at \(time)")
            // All rows lie on joints, where the sums of the offsets are on one side or the other.
            let segment = Int(try set.number("segment", in: row))
            #expect(segment >= jump.segment(at: time - 1e-9) && segment <= jump.segment(at: time + 1e-9))
        }
    }

    @Test func `cubic keyframes have the values of the vectors`() throws {
        let set = try VectorSet.named("keyframe.cubic")
        let timeline = KeyframeTimeline(initialValue: 0.0) {
            KeyframeTrack {
                CubicKeyframe(-30, duration: 0.5)
                CubicKeyframe(30, duration: 1)
                CubicKeyframe(0, duration: 0.5)
            }
        }
        #expect(timeline.duration == 2)
        for row in set.rows {
            let time = try set.number("t", in: row)
            #expect(set.agrees(timeline.value(time: time), try set.number("value", in: row)), "at \(time)")
        }
    }

    @Test func `a crossfade has the values of the vectors`() throws {
        let set = try VectorSet.named("combine.bezier")
        let fade = Crossfade(
            old: Segment(from: 0, to: 1, begin: 0, duration: 1, curve: .easeInOut),
            new: Segment(from: 0, to: -0.5, begin: 0.25, duration: 0.5, curve: .easeInOut))
        for row in set.rows {
            let time = try set.number("t", in: row)
            #expect(set.agrees(fade.value(at: time), try set.number("value", in: row)), "at \(time)")
        }
    }

    @Test func `repeated animations have the values of the vectors`() throws {
        let set = try VectorSet.named("repeat")
        let base = Animation.linear(duration: 1)
        for row in set.rows {
            let time = try set.number("t", in: row)
            #expect(
                set.agrees(
                    base.repeatForever(autoreverses: false).progress(at: time),
                    try set.number("forever_noReverse", in: row)))
            #expect(
                set.agrees(
                    base.repeatForever().progress(at: time), try set.number("forever_autoreverse", in: row)))
        }
    }
}
