// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// A place between the frames of a stream, in units of 2⁻⁶⁴ frame.
///
/// A place belongs to the frame nearest to it; half-way between two, to the later.
public struct FramePlace: Sendable, Hashable, Comparable, BitwiseCopyable {
    /// 2⁻⁶⁴ frames since the stream's origin.
    public let ticks: Int128

    /// Real-time safe.
    @_noLocks public init(ticks: Int128) { self.ticks = ticks }

    /// The place of a frame. Real-time safe.
    @_noLocks public init(frame: Int64) { ticks = Int128(frame) << 64 }

    /// The place of a number of frames, rounded down; the last that fits beyond.
    package init(frames: Double) {
        let whole = frames.rounded(.down)
        ticks = .ticks(whole: Int128(Int64(clamping: whole)), part: Int128(UInt64(clamping: (frames - whole) * 0x1p64)))
    }

    /// The earliest place that belongs to a frame: half a frame before it. Real-time safe.
    @_noLocks public init(beginOf frame: Int64) { ticks = (Int128(frame) << 64).saturatingSubtract(1 << 63) }

    /// The frame that the place belongs to, clamped to those that fit. Real-time safe.
    public var frame: Int64 {
        @_noLocks get {
            let frame = ticks.saturatingAdd(1 << 63) >> 64
            if frame < Int128(Int64.min) { return .min }
            return frame > Int128(Int64.max) ? .max : Int64(truncatingIfNeeded: frame)
        }
    }

    /// The place in frames, rounded as `Double` must. Real-time safe.
    public var frames: Double {
        @_noLocks get {
            Double(Int64(truncatingIfNeeded: ticks >> 64)) + Double(UInt64(truncatingIfNeeded: ticks)) * 0x1p-64
        }
    }

    /// Real-time safe.
    @_noLocks public static func == (left: FramePlace, right: FramePlace) -> Bool { left.ticks == right.ticks }
    /// Real-time safe.
    @_noLocks public static func < (left: FramePlace, right: FramePlace) -> Bool { left.ticks < right.ticks }
}
