// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// A list of keyframes, each a value and the time that the way to it takes.
///
/// The first is only the start. Played in cycles it goes from the last straight on to the second: only the first
/// cycle begins at the start.
public struct KeyframeList<Value: Animatable & Sendable>: Sendable where Value.AnimatableData: Sendable {
    /// How the value progresses on the way to a keyframe.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// It is there at once, when its time begins.
        case none
        /// Evenly.
        case linear
        /// From rest.
        case easeIn
        /// To rest.
        case easeOut
    }

    /// A value, and the way to it.
    public struct Entry: Sendable {
        /// How long the way to it takes, in seconds; of the first one it does not count.
        public var offset: Double
        /// What the value is then.
        public var value: Value
        /// How it gets there.
        public var kind: Kind

        /// A value, and the way to it; the offset in seconds.
        public init(offset: Double, value: Value, kind: Kind) {
            (self.offset, self.value, self.kind) = (offset, value, kind)
        }
    }

    /// Why a list is refused.
    public enum Fault: Error, Hashable {
        /// There is no keyframe to go to: two are the least.
        case tooFew
        /// An offset is negative or no number.
        case badOffset(Double)
        /// All offsets are 0, so that no cycle would ever take time.
        case noDuration
    }

    /// The first cycle, from the first keyframe to the last.
    public let first: KeyframeCurve<Value>
    /// Every later cycle, from the last keyframe round to the last.
    public let later: KeyframeCurve<Value>
    private let begins: [Double]

    /// How long a cycle takes, in seconds: all offsets but the first.
    public var duration: Double { first.duration }

    /// A list of at least two keyframes whose offsets are not negative, and not all 0.
    public init(_ entries: [Entry]) throws(Fault) {
        guard entries.count >= 2 else { throw .tooFew }
        for entry in entries.dropFirst() where !(entry.offset >= 0 && entry.offset.isFinite) {
            throw .badOffset(entry.offset)
        }
        guard entries.dropFirst().contains(where: { $0.offset > 0 }) else { throw .noDuration }
        let keyframes = entries.dropFirst().map { entry in
            Keyframe.linear(to: entry.value, duration: entry.offset, timingCurve: entry.kind.curve)
        }
        first = KeyframeCurve(from: entries[0].value, keyframes)
        later = KeyframeCurve(from: entries[entries.count - 1].value, keyframes)
        var begins: [Double] = []
        var time = 0.0
        for entry in entries.dropFirst() {
            begins.append(time)
            time += entry.offset
        }
        self.begins = begins
    }

    /// The value at a time in seconds, cycle after cycle. Before 0 it is the start.
    ///
    /// The cycle is found by division, so nothing drifts.
    public func value(at time: Double) -> Value {
        guard time >= duration else { return first.value(at: time) }
        return later.value(at: cycle(time).rest)
    }

    /// The value at a phase, 0 ..< 1, of a cycle that is not the first.
    public func value(phase: Double) -> Value {
        later.value(at: (phase - phase.rounded(.down)) * duration)
    }

    /// The number of the way that it is on at a time, counted through all cycles; 0 leads from the first keyframe to the
    /// second.
    ///
    /// Beyond 10¹⁵ ways the count stands still.
    public func segment(at time: Double) -> Int {
        guard time >= 0 else { return 0 }
        let (count, rest) = cycle(time)
        return Int(clamping: Double.minimum(1e15, count * Double(begins.count)))
            + (begins.lastIndex { $0 <= rest } ?? 0)
    }

    private func cycle(_ time: Double) -> (count: Double, rest: Double) {
        let rest = time.truncatingRemainder(dividingBy: duration)
        return (((time - rest) / duration).rounded(), rest)
    }
}

extension KeyframeList.Kind {
    /// The unit curve: `none` is a step at the beginning.
    public var curve: UnitCurve {
        switch self {
        case .none: .steps(1, .start)
        case .linear: .linear
        case .easeIn: .easeIn
        case .easeOut: .easeOut
        }
    }
}
