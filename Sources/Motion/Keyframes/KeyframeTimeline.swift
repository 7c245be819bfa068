// SPDX-License-Identifier: Apache-2.0

/// A value of which several parts move along tracks of keyframes, as SwiftUI's: scrub it to any time.
///
/// It takes as long as its longest track. After a track's end its part keeps its last value; of two tracks of the same
/// part the later one wins.
public struct KeyframeTimeline<Value> {
    private let initialValue: Value
    private let tracks: [StartedTrack<Value>]

    /// How long its longest track takes, in seconds.
    public let duration: Double

    /// A value and its tracks.
    public init(
        initialValue: Value, @KeyframesBuilder<Value> content: () -> [KeyframeTrack<Value>]
    ) {
        self.init(initialValue: initialValue, tracks: content())
    }

    /// A value and its tracks.
    public init(initialValue: Value, tracks: [KeyframeTrack<Value>]) {
        self.initialValue = initialValue
        self.tracks = tracks.map { $0.start(initialValue) }
        duration = self.tracks.reduce(0) { Swift.max($0, $1.duration) }
    }

    /// The value at a time in seconds.
    public func value(time: Double) -> Value {
        var value = initialValue
        for track in tracks { track.update(&value, time) }
        return value
    }

    /// The value after a part of its duration, 0...1.
    public func value(progress: Double) -> Value { value(time: progress * duration) }

    /// The movement of one number as segments, for the wire: those of the last track of this part, begun at 0.
    ///
    /// Without such a track there is one segment, in which the number stays.
    public func segments(of part: KeyPath<Value, Double>) -> [Segment] {
        tracks.last { $0.part as AnyKeyPath == part }?.segments ?? .constant(initialValue[keyPath: part])
    }
}

extension KeyframeTimeline: Sendable where Value: Sendable {}
