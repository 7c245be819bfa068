// SPDX-License-Identifier: Apache-2.0

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
            ) { beat in Jump.heights.delayed(by: delay, in: beat) },
            MotionProperty(
                "\(name).rotation", "how far \(what) has turned over", .degrees, 0...360, rest: 0, maximumVelocity: 1863
            ) { beat in Jump.rotations.delayed(by: delay, in: beat) },
            MotionProperty(
                "\(name).squash", "how high \(what) is, squeezed when it lands", .scale, 0.5...1, rest: 1,
                maximumVelocity: 6.5
            ) { beat in Jump.squashes.delayed(by: delay, in: beat) },
        ]
    }
}
