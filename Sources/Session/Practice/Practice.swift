// SPDX-License-Identifier: Apache-2.0

/// The trainers that are set; each of them works beside the others.
public struct Practice: Sendable, Hashable {
    /// The trainer of the tempo.
    public var speed: SpeedTrainer?
    /// The trainer with regular silences.
    public var gap: GapTrainer?
    /// The trainer with silences by chance.
    public var mute: RandomMute?
    /// How long one practises.
    public var timer: PracticeTimer?

    /// No trainer, unless some are given.
    public init(
        speed: SpeedTrainer? = nil, gap: GapTrainer? = nil, mute: RandomMute? = nil, timer: PracticeTimer? = nil
    ) {
        self.speed = speed
        self.gap = gap
        self.mute = mute
        self.timer = timer
    }

    /// Whether there is none.
    public var isEmpty: Bool { self == Practice() }
}
