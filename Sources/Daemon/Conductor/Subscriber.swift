// SPDX-License-Identifier: Apache-2.0

/// A client that events are sent to. Belongs to the event loop.
protocol Subscriber: AnyObject {
    /// Sends events, in order; never blocks. While the client does not read, beats and movements are counted as dropped, and
    /// of each other kind the newest replaces what is not sent yet.
    func deliver(_ messages: [EventMessage])
}
