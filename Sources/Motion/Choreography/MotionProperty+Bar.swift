// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

extension MotionProperty {
    /// Round the path once in a bar.
    public static let planeProgress = perBar("plane.progress", "how much of its path the plane has flown")
    /// Round the ring once in a bar.
    public static let ringProgress = perBar("ring.progress", "how much of the bar is over")
    /// Through the word once in a bar.
    public static let waveProgress = perBar("wave.progress", "how far the wave is through the word")

    /// Once round in a bar.
    public static let cardsAngle = MotionProperty(
        "cards.angle", "how far the card is turned over; its back shows from 90 to 270", .degrees, 0...360, period: 360,
        rest: 0, maximumVelocity: 360
    ) { beat in beat.alongBar(from: 0, to: 360) }

    /// In its own plane, the other way round, once in two bars.
    public static let cardsRotation = MotionProperty(
        "cards.rotation", "how far the card is turned in its plane", .degrees, 0...360, period: 360, rest: 0,
        maximumVelocity: 180
    ) { beat in beat.isInOddBar ? beat.alongBar(from: 360, to: 180) : beat.alongBar(from: 180, to: 0) }

    /// Counts the turns from front to back, so the picture changes while the card is seen from its edge; 0 in a count-in.
    public static let cardsImage = MotionProperty(
        "cards.image", "which picture the card shows, counted on", .count, 0...Double(1 << 53), isDiscrete: true
    ) { beat in
        let before = Double.maximum(0, Double(beat.bar) - 1)
        let after = Double.maximum(0, Double(beat.bar))
        guard beat.barBegin < 0.25 else { return .constant(after) }
        guard beat.barEnd > 0.25 else { return .constant(before) }
        return .constant(before) + .constant(after, from: beat.phase(ofBar: 0.25))
    }

    /// To the right in odd bars, back in even ones.
    public static let bannerOffset = MotionProperty(
        "banner.offset", "how far to the right the banner is", .fraction, 0...1, maximumVelocity: 1.73
    ) { beat in
        let way = beat.barEnd - beat.barBegin
        let (from, to): (Double, Double) = beat.isInOddBar ? (0, 1) : (1, 0)
        let slide = Segment(from: from, to: to, begin: -beat.barBegin / way, duration: 1 / way, curve: .easeInOut)
        return [slide.tail(from: 0)]
    }

    /// Slants against its movement: increasingly in the first fifth of the bar, decreasingly in the last.
    public static let bannerSkew = MotionProperty(
        "banner.skew", "how much the banner slants, in x for every y", .fraction, -0.5...0.5, rest: 0,
        maximumVelocity: 2.5
    ) { beat in
        func skew(_ progress: Double) -> Double {
            SkewedOffset.skew(progress: progress, goingRight: beat.isInOddBar)
        }
        let joints = [beat.barBegin] + [0.2, 0.8].filter { $0 > beat.barBegin && $0 < beat.barEnd } + [beat.barEnd]
        return zip(joints, joints.dropFirst()).map { from, to in
            Segment(
                from: skew(from), to: skew(to), begin: beat.phase(ofBar: from),
                duration: beat.phase(ofBar: to) - beat.phase(ofBar: from), curve: .linear)
        }
    }

    private static func perBar(_ name: String, _ summary: String) -> MotionProperty {
        MotionProperty(name, summary, .fraction, 0...1, period: 1, rest: 0, maximumVelocity: 1) { beat in
            beat.alongBar(from: 0, to: 1)
        }
    }
}

extension Beat {
    fileprivate var isInOddBar: Bool { bar.remainder(by: 2) == 1 }

    /// The beat's part of an even movement through the bar.
    fileprivate func alongBar(from: Double, to: Double) -> [Segment] {
        let (start, end) = (from + (to - from) * barBegin, from + (to - from) * barEnd)
        return [Segment(from: start, to: end, begin: 0, duration: 1, curve: .linear)]
    }

    /// When a part of the bar is over, on an axis of beats that begins with this one.
    fileprivate func phase(ofBar progress: Double) -> Double {
        (progress - barBegin) / (barEnd - barBegin)
    }
}
