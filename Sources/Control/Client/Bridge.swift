// SPDX-License-Identifier: Apache-2.0

/// What joins the daemon to something else: it is told what has happened, and returns what to do.
///
/// ``BridgeLink`` is the client of the daemon for it. What the bridge itself opens, it reads and writes when it is told that its turn has
/// come, without waiting. Its properties are got mutating because it may own what cannot be copied.
package protocol Bridge: ~Copyable {
    /// What a request is for.
    associatedtype Purpose

    /// What is waited for beside the daemon, for poll(2); negative ones are left out.
    var descriptors: [CInt] { mutating get }
    /// Where it writes, if it ends with EPIPE once nobody reads there any more; -1 for nowhere.
    var outlet: CInt { mutating get }
    /// When there is something to do though nothing has come, on CLOCK_MONOTONIC in nanoseconds; nil for never.
    var wakeNs: Int64? { mutating get }
    /// Such a time that is kept to some microseconds.
    var exactWakeNs: Int64? { mutating get }
    /// What the daemon is told of the bridge, whenever it has changed; nil for nothing.
    var report: BridgeList.Bridge? { mutating get }

    /// Takes in what has happened at a time, and returns what to do, in order. What it throws ends it.
    mutating func take(_ event: BridgeEvent<Purpose>, atNs now: Int64) throws -> [BridgeAction<Purpose>]
}

extension Bridge where Self: ~Copyable {
    package var outlet: CInt { -1 }
    package var exactWakeNs: Int64? { nil }
    package var report: BridgeList.Bridge? { nil }
}

/// What a bridge is told.
package enum BridgeEvent<Purpose> {
    /// It runs from now on.
    case begun
    /// A wait is over; which of its descriptors can be read. Comes before what the daemon has said.
    case woken([Bool])
    /// The daemon is there.
    case connected(Subscription)
    /// The daemon tells an event; its line without the end.
    case told(Event, line: [UInt8])
    /// A request was done.
    case done(ConnectionAnswer, Purpose)
    /// A request was refused.
    case refused(ControlError, Purpose)
    /// A request has no answer, because there is no daemon.
    case unanswered(String, Purpose)
    /// The daemon is gone; it is waited for.
    case lost(ConnectionLoss)
    /// The daemon is gone or refuses for good, which ends the bridge.
    case ended(ConnectionLoss)
    /// All that the daemon has said is taken in.
    case turn
    /// These signals have come.
    case signalled([CInt])
}

/// What a bridge asks for.
package enum BridgeAction<Purpose> {
    /// The daemon is asked.
    case ask(BridgeRequest, Purpose)
    /// A line for people.
    case say(String)
    /// The bridge has done its work.
    case end
}

/// What a bridge asks of the daemon.
package struct BridgeRequest: Sendable, Hashable {
    /// The method.
    package var method: String
    /// Its parameters.
    package var params: [String: JSONValue]

    package init(method: String, params: [String: JSONValue] = [:]) {
        self.method = method
        self.params = params
    }
}
