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

/// Keyframes for one part of a value.
public struct KeyframeTrack<Root>: Sendable {
    /// The track from where the part is in a value.
    let start: @Sendable (Root) -> StartedTrack<Root>

    /// Keyframes for the part a key path names.
    public init<Value: Animatable & Sendable>(
        _ part: any WritableKeyPath<Root, Value> & Sendable,
        @KeyframeTrackContentBuilder<Value> content: () -> [Keyframe<Value>]
    ) where Value.AnimatableData: Sendable {
        self.init(part, keyframes: content())
    }

    /// Keyframes for the whole value.
    public init(
        @KeyframeTrackContentBuilder<Root> content: () -> [Keyframe<Root>]
    ) where Root: Animatable & Sendable, Root.AnimatableData: Sendable {
        self.init(\.self, keyframes: content())
    }

    private init<Value: Animatable & Sendable>(
        _ part: any WritableKeyPath<Root, Value> & Sendable, keyframes: [Keyframe<Value>]
    ) where Value.AnimatableData: Sendable {
        start = { root in
            let curve = KeyframeCurve(from: root[keyPath: part], keyframes)
            return StartedTrack(
                part: part, duration: curve.duration,
                segments: (curve as? KeyframeCurve<Double>)?.segments(of: \.self) ?? []
            ) { $0[keyPath: part] = curve.value(at: $1) }
        }
    }
}

/// A track from a known value on.
struct StartedTrack<Root>: Sendable {
    /// What it moves: a part of the value, or the whole.
    let part: any AnyKeyPath & Sendable
    /// In seconds.
    let duration: Double
    /// The movements of a number; none for other parts.
    let segments: [Segment]
    /// Sets the part as it is at a time.
    let update: @Sendable (inout Root, Double) -> Void
}

/// Collects the tracks that are written one after the other in a timeline.
@resultBuilder
public enum KeyframesBuilder<Root> {
    /// One track, of which the part and its values are then known.
    public static func buildExpression(_ track: KeyframeTrack<Root>) -> KeyframeTrack<Root> { track }

    /// All of them, in order.
    public static func buildBlock(_ tracks: KeyframeTrack<Root>...) -> [KeyframeTrack<Root>] { tracks }
}
