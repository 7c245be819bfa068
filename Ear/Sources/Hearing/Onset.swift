// SPDX-License-Identifier: GPL-3.0-or-later

/// Where a sound begins.
public struct Onset: Equatable, Sendable {
    /// The frame, between two frames too; 0 is the first one that was heard.
    public var frame: Double
    /// The peak of the first 20 ms, 1 at full scale.
    public var strength: Double

    /// An onset at a frame.
    public init(frame: Double, strength: Double) {
        self.frame = frame
        self.strength = strength
    }
}
