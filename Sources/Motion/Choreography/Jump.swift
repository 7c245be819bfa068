// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// The jumping face: it lands on every beat, and turns over in every jump, forth and back.
///
/// The eight keyframes of its cycle take 3 units and hold two landings, 1.5 apart: the cycle is two beats long, and begins
/// 0.2 units before a beat.
struct Jump: Sendable {
    /// How far below its place the face is.
    var height = 20.0
    /// How high it is, squeezed when it lands.
    var squash = 0.5
    /// How far it has turned over, in degrees.
    var rotation: Double

    /// From landing to landing, in beats: the face stretches, rises, falls and is squeezed. It turns forward on
    /// even beats and back on odd ones; the curve into the squeeze differs too.
    static func timeline(even: Bool) -> KeyframeTimeline<Jump> {
        let (stretch, rise, fall, squeeze) = (0.4 / 1.5, 0.5 / 1.5, 0.4 / 1.5, 0.2 / 1.5)
        let landing: UnitCurve = even ? .easeOut : .linear
        let (start, end): (Double, Double) = even ? (0, 360) : (360, 0)
        return KeyframeTimeline(initialValue: Jump(rotation: start)) {
            KeyframeTrack(\.height) {
                LinearKeyframe(-20, duration: stretch)
                LinearKeyframe(-80, duration: rise, timingCurve: .easeOut)
                LinearKeyframe(-20, duration: fall, timingCurve: .easeIn)
                LinearKeyframe(20, duration: squeeze, timingCurve: landing)
            }
            KeyframeTrack(\.squash) {
                LinearKeyframe(1, duration: stretch)
                LinearKeyframe(1, duration: rise + fall)
                LinearKeyframe(0.5, duration: squeeze, timingCurve: landing)
            }
            KeyframeTrack(\.rotation) {
                LinearKeyframe(start, duration: stretch)
                LinearKeyframe(end, duration: rise, timingCurve: .easeOut)
            }
        }
    }

    /// One of its numbers in an even beat and in an odd one.
    struct Movements {
        let even: [Segment]
        let odd: [Segment]

        init(_ part: KeyPath<Jump, Double>) {
            (even, odd) = (Self.segments(part, even: true), Self.segments(part, even: false))
        }

        /// Without the segments in which the value rests, except at the beginning: the movement before them ends on that value.
        private static func segments(_ part: KeyPath<Jump, Double>, even: Bool) -> [Segment] {
            timeline(even: even).segments(of: part).filter { $0.begin == 0 || $0.from != $0.to }
        }

        /// The movements in a beat of a face that is late by `delay` beats, 0..<1.
        func delayed(by delay: Double, in beat: Beat) -> [Segment] {
            let isEven = beat.index.remainder(by: 2) == 0
            let (before, now) = isEven ? (odd, even) : (even, odd)
            return delay > 0 ? (before.moved(by: delay - 1) + now.moved(by: delay)).tail(from: 0) : now
        }
    }

    static let heights = Movements(\.height)
    static let squashes = Movements(\.squash)
    static let rotations = Movements(\.rotation)
}
