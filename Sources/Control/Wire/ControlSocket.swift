// SPDX-License-Identifier: Apache-2.0

internal import Linux

/// The path of the socket that the daemon listens on.
public enum ControlSocket {
    /// The longest path of a Unix socket on Linux, in bytes.
    public static let maximumPathLength = UnixAddress.longestPath

    /// The path of the socket: the one given, else `$METRONOME_SOCKET`, else `$XDG_RUNTIME_DIR/metronomed/control.sock`.
    ///
    /// What is empty counts as not set. There is no fallback: a socket in `/tmp` could belong to any user.
    public static func path(
        explicit: String?, environment: [String: String]
    ) throws(ControlSocketError) -> String {
        func set(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }

        let path: String
        if let given = set(explicit) ?? set(environment["METRONOME_SOCKET"]) {
            path = given
        } else if let directory = set(environment["XDG_RUNTIME_DIR"]) {
            path = directory + (directory.hasSuffix("/") ? "" : "/") + "metronomed/control.sock"
        } else {
            throw .noPlace
        }
        guard path.utf8.count <= maximumPathLength else { throw .tooLong(path) }
        return path
    }
}

/// Why there is no path for the socket.
public enum ControlSocketError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Neither a path nor the variables that would give one are set.
    case noPlace
    /// The kernel cannot hold a path of that length.
    case tooLong(String)

    /// The text for people.
    public var description: String {
        switch self {
        case .noPlace:
            "no place for the control socket: set XDG_RUNTIME_DIR or METRONOME_SOCKET, or give --socket PATH"
        case .tooLong(let path):
            "the socket path has \(path.utf8.count) bytes, but at most \(ControlSocket.maximumPathLength) are allowed: "
                + "give a shorter one with --socket PATH: \(path)"
        }
    }
}
