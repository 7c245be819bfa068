// SPDX-License-Identifier: Apache-2.0

internal import MetronomeLinux
public import MetronomeRhythm

extension ClockTime {
    /// The time now, of CLOCK_MONOTONIC.
    public static var now: ClockTime { ClockTime(nanoseconds: MonotonicClock.nowNs) }
}

extension BeatEvent {
    /// When it is heard.
    public var time: ClockTime { ClockTime(nanoseconds: atNs) }
}

extension Change {
    /// When it is heard; nil while stopped.
    public var time: ClockTime? { atNs.map(ClockTime.init(nanoseconds:)) }
}

extension Status {
    /// The moment of its position and pendulum.
    public var time: ClockTime { ClockTime(nanoseconds: nowNs) }
}

extension MotionEvent {
    /// When its beat is heard.
    public var time: ClockTime { ClockTime(nanoseconds: atNs) }
}

extension FrameEvent {
    /// The moment of its values.
    public var time: ClockTime { ClockTime(nanoseconds: atNs) }
}

extension MotionSegment {
    /// When it begins.
    public var begin: ClockTime { ClockTime(nanoseconds: beginNs) }
    /// When it is over.
    public var end: ClockTime { ClockTime(nanoseconds: endNs) }

    /// The value at a time; before the beginning the first one, after the end the last one.
    public func value(at time: ClockTime) -> Double { value(atNs: time.nanoseconds) }
}
