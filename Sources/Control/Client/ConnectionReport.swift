// SPDX-License-Identifier: Apache-2.0

/// What a ``DaemonConnection`` reports to its program.
package enum ConnectionReport: Sendable, Hashable {
    /// It is connected and subscribed; the state from which the events go on.
    case subscribed(Subscription)
    /// An event, and its line without the end.
    case event(Event, line: [UInt8])
    /// A request of the program was done.
    case answered(ConnectionAnswer)
    /// A request was refused; the id is nil where the daemon refused something else than a request.
    case refused(id: Int64?, ControlError)
    /// The connection is lost, or could not be made; it is tried again after a pause.
    case lost(ConnectionLoss)
    /// The connection is lost, or could not be made, for a reason that does not pass; nothing more will come.
    case ended(ConnectionLoss)
}

/// The answer to a request that was done, not decoded yet.
package struct ConnectionAnswer: Sendable, Hashable {
    /// The request's id, as ``DaemonConnection/request(_:_:)`` returned it.
    package let id: Int64
    private let line: [UInt8]

    init(id: Int64, line: [UInt8]) {
        self.id = id
        self.line = line
    }

    /// The result, decoded from the line.
    ///
    /// - Throws: `protocolMismatch` where it is not of that type.
    package func result<Value: Decodable>(as type: Value.Type = Value.self) throws(ClientError) -> Value {
        guard case .result(let value) = try Answer<Value>(line: line, to: .integer(id)) else {
            throw .protocolMismatch("the daemon's answer has no result: update daemon and client to the same version")
        }
        return value
    }
}

/// Why a connection is lost or could not be made.
public enum ConnectionLoss: Error, Sendable, Hashable, CustomStringConvertible {
    /// It failed.
    case failed(ClientError)
    /// The daemon refused the subscription, or the connection.
    case refused(ControlError)

    /// Whether another try may succeed.
    public var mayPass: Bool {
        switch self {
        case .failed(.protocolMismatch), .failed(.forbidden): false
        case .failed: true
        case .refused(let error): ErrorReason(rawValue: error.reason)?.mayPass ?? false
        }
    }

    /// The error itself.
    public var error: any Error {
        switch self {
        case .failed(let error): error
        case .refused(let error): error
        }
    }

    /// The text for people.
    public var description: String {
        switch self {
        case .failed(let error): error.description
        case .refused(let error): error.message
        }
    }
}
