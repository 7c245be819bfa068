// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// A place between beats: whole beats, and the part of a beat beyond them in units of 2⁻⁶⁴ beat.
///
/// Beat 0 is the first; whole beats are negative before it, and the fraction still points forward.
public struct BeatPosition: Sendable, Hashable, Comparable, BitwiseCopyable {
    /// Whole beats, rounded down.
    public let whole: Int64
    /// The part beyond them, in 2⁻⁶⁴ beat.
    public let fraction: UInt64

    /// Real-time safe.
    @_noLocks
    public init(whole: Int64, fraction: UInt64 = 0) {
        self.whole = whole
        self.fraction = fraction
    }

    /// A position by its number of beats, rounded down to 2⁻⁵³ of a beat at most; what is not finite, or
    /// does not fit, is beat 0.
    public init(beats: Double) {
        let whole = beats.rounded(.down)
        let fits = Int64(exactly: whole) != nil
        self.init(whole: Int64(exactly: whole) ?? 0, fraction: fits ? UInt64(clamping: (beats - whole) * 0x1p64) : 0)
    }

    /// The position as a number of beats, rounded as `Double` must. Real-time safe.
    public var beats: Double { @_noLocks get { Double(whole) + phase } }

    /// How far into the beat, 0 up to but never 1: rounded down to 2⁻⁵³. Real-time safe.
    public var phase: Double { @_noLocks get { Double(fraction >> 11) * 0x1p-53 } }

    /// Real-time safe.
    @_noLocks
    public static func == (left: BeatPosition, right: BeatPosition) -> Bool {
        left.whole == right.whole && left.fraction == right.fraction
    }

    /// Real-time safe.
    @_noLocks
    public static func < (left: BeatPosition, right: BeatPosition) -> Bool {
        left.whole == right.whole ? left.fraction < right.fraction : left.whole < right.whole
    }
}
