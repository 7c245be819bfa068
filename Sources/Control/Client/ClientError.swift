// SPDX-License-Identifier: Apache-2.0

/// Why a client cannot talk to the daemon.
public enum ClientError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No program listens at that path.
    case notRunning(path: String, reason: String)
    /// The socket at that path is another user's.
    case forbidden(path: String, reason: String)
    /// The daemon did not answer in time.
    case timeout
    /// The daemon closed the connection, or this program did.
    case closed
    /// The daemon speaks another protocol; what differs, and what to do.
    case protocolMismatch(String)
    /// A system call failed.
    case io(String)

    /// The text for people.
    public var description: String {
        switch self {
        case .notRunning(let path, let reason):
            "no daemon at \(path) (\(reason)): start one with metronomed, or systemctl --user restart metronomed.socket"
        case .forbidden(let path, let reason): "no way to \(path) (\(reason)): the daemon is another user's"
        case .timeout: "the daemon did not answer in time"
        case .closed: "the daemon closed the connection"
        case .protocolMismatch(let what): what
        case .io(let what): what
        }
    }

    /// The error for a daemon of another protocol; `daemon` is its own version where it is known.
    package static func mismatch(_ theirs: ProtocolVersion, daemon: String? = nil) -> ClientError {
        let ours = ProtocolVersion.current
        let isOlder = (theirs.major, theirs.minor) < (ours.major, ours.minor)
        let name = daemon.map { "the daemon (\($0))" } ?? "the daemon"
        return .protocolMismatch(
            "\(name) speaks protocol \(theirs.major).\(theirs.minor), and this program \(ours.major).\(ours.minor): "
                + (isOlder ? "the daemon is older, restart it" : "this program is older, update it"))
    }
}
