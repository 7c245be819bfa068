// SPDX-License-Identifier: Apache-2.0

/// Two movements, the later one blended in over the one that still runs: x = old + (target − old)·f.
///
/// What SwiftUI does when an animation by a curve replaces another. The velocity jumps unless the curve starts at rest,
/// so our own changes use `Segment.retargeted`; this is for comparing with SwiftUI.
public struct Crossfade: Sendable, Hashable {
    /// The movement that goes on underneath.
    public var old: Segment
    /// Where it goes to, when and how; its own `from` does not count.
    public var new: Segment

    /// A movement and the one blended in over it.
    public init(old: Segment, new: Segment) {
        (self.old, self.new) = (old, new)
    }

    /// The value at a time.
    public func value(at time: Double) -> Double {
        let blend = Segment(from: 0, to: 1, begin: new.begin, duration: new.duration, curve: new.curve)
        let (before, amount) = (old.value(at: time), blend.value(at: time))
        return amount == 1 ? new.to : before + (new.to - before) * amount
    }
}
