// SPDX-License-Identifier: Apache-2.0

/// The jumping face: it lands on every beat, and turns over in every jump, forth and back.
///
/// The eight keyframes of its cycle take 3 units and hold two landings, 1.5 apart: the cycle is two beats long, and begins
/// 0.2 units before a beat.
enum Jump {
    /// Where the ways to the keyframes of a jump end, in beats; between them the face stretches, rises, falls, squeezes.
    static let joints = [0, 0.4 / 1.5, 0.9 / 1.5, 1.3 / 1.5, 1]

    /// From landing to landing; the way into the squeeze differs from jump to jump.
    static func height(even: Bool) -> [Segment] {
        segments([20, -20, -80, -20, 20], [.linear, .easeOut, .easeIn, even ? .easeOut : .linear])
    }

    static func squash(even: Bool) -> [Segment] {
        segments([0.5, 1, 1, 1, 0.5], [.linear, .easeOut, .easeIn, even ? .easeOut : .linear])
    }

    static func rotation(even: Bool) -> [Segment] {
        let (start, end): (Double, Double) = even ? (0, 360) : (360, 0)
        return segments([start, start, end, end, end], [.linear, .easeOut, .easeIn, .linear])
    }

    /// Rests are left out, but for one at the begin: the movement before them leaves the value there.
    private static func segments(_ values: [Double], _ curves: [MotionCurve]) -> [Segment] {
        curves.indices.compactMap { way in
            let (from, to) = (values[way], values[way + 1])
            guard way == 0 || from != to else { return nil }
            return Segment(
                from: from, to: to, begin: joints[way], duration: joints[way + 1] - joints[way], curve: curves[way])
        }
    }

    /// What it does in a beat when it is later than the beat by a delay of less than one.
    static func delayed(by delay: Double, in beat: Beat, _ jump: (_ even: Bool) -> [Segment]) -> [Segment] {
        let isEven = beat.index.modulo(2) == 0
        guard delay > 0 else { return jump(isEven) }
        return (jump(!isEven).moved(by: delay - 1) + jump(isEven).moved(by: delay)).tail(from: 0)
    }
}

extension MotionProperty {
    /// The jumping face: height, turn and squeeze, in the order of its transforms.
    public static let bounce = jumper("bounce", "the jumping face", delay: 0)

    /// A voice of the canon, 1...4: the jumping face, 0.3 beats later for every voice.
    public static func canon(_ voice: Int) -> [MotionProperty] {
        precondition((1...4).contains(voice), "the voices of the canon are 1...4")
        return jumper("canon.\(voice)", "voice \(voice) of the canon", delay: 0.3 * Double(voice - 1))
    }

    private static func jumper(_ name: String, _ what: String, delay: Double) -> [MotionProperty] {
        [
            MotionProperty(
                "\(name).y", "how far below its place \(what) is; it lands at 20", .points, -80...20, rest: 0,
                maximumVelocity: 520
            ) { beat in Jump.delayed(by: delay, in: beat, Jump.height) },
            MotionProperty(
                "\(name).rotation", "how far \(what) has turned over", .degrees, 0...360, rest: 0, maximumVelocity: 1863
            ) { beat in Jump.delayed(by: delay, in: beat, Jump.rotation) },
            MotionProperty(
                "\(name).squash", "how high \(what) is, squeezed when it lands", .scale, 0.5...1, rest: 1,
                maximumVelocity: 6.5
            ) { beat in Jump.delayed(by: delay, in: beat, Jump.squash) },
        ]
    }
}
