// SPDX-License-Identifier: Apache-2.0

/// A distance in frames as an exact fraction.
struct FrameError: Sendable {
    /// Carries the sign.
    var numerator: Int128
    /// More than 0.
    var denominator: Int128

    /// In frames, rounded to a `Double`.
    var frames: Double { Double(numerator) / Double(denominator) }
    /// Whether it is more than half a frame, so that it is not due to rounding to whole frames.
    var isOff: Bool { 2 * numerator.magnitude > denominator.magnitude }

    /// Whether this distance is the smaller one, of two from the same beat.
    func isNearer(than other: FrameError) -> Bool { numerator.magnitude < other.numerator.magnitude }
}
