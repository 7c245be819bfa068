// SPDX-License-Identifier: Apache-2.0

/// Why a client cannot talk to the daemon.
public enum ClientError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Nobody listens at that path.
    case notRunning(path: String, reason: String)
    /// The daemon did not answer in time.
    case timeout
    /// The daemon closed the connection.
    case closed
    /// The daemon speaks another protocol; its version where it told one.
    case protocolMismatch(String)
    /// A system call failed.
    case io(String)

    /// The text for people.
    public var description: String {
        switch self {
        case .notRunning(let path, let reason):
            "no daemon at \(path) (\(reason)): start one with metronomed, or systemctl --user start metronomed.socket"
        case .timeout: "the daemon did not answer in time"
        case .closed: "the daemon closed the connection"
        case .protocolMismatch(let what): what
        case .io(let what): what
        }
    }
}
