// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Motion

/// A client that events are sent to. Belongs to the event loop.
protocol Subscriber: AnyObject {
    /// The events that it has subscribed to.
    var events: Set<EventKind> { get set }
    /// How long before a beat is heard it is announced to this client, in milliseconds.
    var leadMs: Int { get set }
    /// The properties that it has subscribed to with `motion`.
    var motionProperties: [MotionProperty] { get set }
    /// Sends events, in order; never blocks. While the client does not read, beats and movements are counted as dropped, and
    /// of each other kind the newest replaces what is not sent yet.
    func deliver(_ messages: [EventMessage])
}
