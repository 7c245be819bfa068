// SPDX-License-Identifier: Apache-2.0

/// Keyframes for one part of a value.
public struct KeyframeTrack<Root>: Sendable {
    /// The track that starts at the part's state in a value.
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

/// A track whose first value is known.
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

    /// All tracks, in order.
    public static func buildBlock(_ tracks: KeyframeTrack<Root>...) -> [KeyframeTrack<Root>] { tracks }
}
