// SPDX-License-Identifier: Apache-2.0

internal import Control

/// Somebody who is told of events. Belongs to the event loop.
protocol Subscriber: AnyObject {
    /// What it wants to hear of.
    var events: Set<EventKind> { get set }
    /// Takes a beat, or counts it as dropped; never blocks.
    func deliver(beat: BeatEvent)
    /// Takes a change of state, in place of one it has not been able to take yet; never blocks.
    func deliver(state: StateEvent)
}
