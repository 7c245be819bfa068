// SPDX-License-Identifier: Apache-2.0

/// The movements of many properties after a log of messages.
///
/// A pure reducer: the same messages in any order, with any repeats, give the same state.
public struct MotionState: Sendable, Hashable {
    /// The track of every property that had a message.
    public private(set) var tracks: [String: Track] = [:]

    /// Nothing moves.
    public init() {}

    /// The state after a log of messages.
    public init(_ log: some Sequence<SegmentMessage>) {
        for message in log { apply(message) }
    }

    /// Applies one message; returns whether it changed anything.
    @discardableResult
    public mutating func apply(_ message: SegmentMessage) -> Bool {
        tracks[message.property, default: Track()].apply(
            message.segment, index: message.index, revision: message.revision)
    }

    /// The value of a property at a time; nil for a property without messages.
    public func value(of property: String, at time: Double) -> Double? { tracks[property]?.value(at: time) }

    /// The change per second of a property at a time; 0 where nothing moves.
    public func velocity(of property: String, at time: Double) -> Double { tracks[property]?.velocity(at: time) ?? 0 }

    /// Forgets what no longer counts at a time.
    public mutating func forget(before time: Double) {
        for property in tracks.keys { tracks[property]?.forget(before: time) }
    }
}
