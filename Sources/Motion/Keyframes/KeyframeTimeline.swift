// SPDX-License-Identifier: Apache-2.0

/// A value of which several parts move along tracks of keyframes, as SwiftUI's: scrub it to any time.
///
/// It takes as long as its longest track. After a track's end its part keeps its last value; of two tracks of the same
/// part the later one wins.
public struct KeyframeTimeline<Value> {
    private let initialValue: Value
    private let tracks: [KeyframeTrack<Value>]

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
}

extension KeyframeTimeline: Sendable where Value: Sendable {}

/// Keyframes for one part of a value.
public struct KeyframeTrack<Root>: Sendable {
    let duration: Double
    /// Sets the part as it is at a time.
    let update: @Sendable (inout Root, Double) -> Void
    /// The track from where the part is in a value.
    let start: @Sendable (Root) -> KeyframeTrack<Root>

    /// Keyframes for the part a key path names.
    public init<Value: Animatable & Sendable>(
        _ part: any WritableKeyPath<Root, Value> & Sendable,
        @KeyframeTrackContentBuilder<Value> content: () -> [Keyframe<Value>]
    ) where Value.AnimatableData: Sendable {
        let keyframes = content()
        self.init(start: { root in
            let curve = KeyframeCurve(from: root[keyPath: part], keyframes)
            return KeyframeTrack(duration: curve.duration) { $0[keyPath: part] = curve.value(at: $1) }
        })
    }

    /// Keyframes for the whole value.
    public init(
        @KeyframeTrackContentBuilder<Root> content: () -> [Keyframe<Root>]
    ) where Root: Animatable & Sendable, Root.AnimatableData: Sendable {
        let keyframes = content()
        self.init(start: { root in
            let curve = KeyframeCurve(from: root, keyframes)
            return KeyframeTrack(duration: curve.duration) { $0 = curve.value(at: $1) }
        })
    }

    private init(start: @escaping @Sendable (Root) -> KeyframeTrack<Root>) {
        (duration, update, self.start) = (0, { _, _ in }, start)
    }

    private init(duration: Double, update: @escaping @Sendable (inout Root, Double) -> Void) {
        self.duration = duration
        self.update = update
        start = { _ in KeyframeTrack(duration: duration, update: update) }
    }
}

/// Collects the tracks that are written one after the other in a timeline.
@resultBuilder
public enum KeyframesBuilder<Root> {
    /// One track, of which the part and its values are then known.
    public static func buildExpression(_ track: KeyframeTrack<Root>) -> KeyframeTrack<Root> { track }

    /// All of them, in order.
    public static func buildBlock(_ tracks: KeyframeTrack<Root>...) -> [KeyframeTrack<Root>] { tracks }
}
