// SPDX-License-Identifier: Apache-2.0

internal import MetronomeLinux

/// The path of the socket that the daemon listens on.
public enum ControlSocket {
    /// The longest path of a Unix socket on Linux, in bytes.
    public static let maximumPathLength = UnixAddress.longestPath

    /// The variable that has the path.
    public static let variable = "METRONOMED_SOCKET"

    /// The path of the socket: the one given, else that of the ``variable``, else the ``usualPath(environment:)``.
    ///
    /// What is empty counts as not set, so does a runtime folder that is no absolute path, and `~` before a slash is the home
    /// folder. There is no fallback: a socket in `/tmp` could belong to any user.
    public static func path(
        explicit: String?, environment: [String: String]
    ) throws(ControlSocketError) -> String {
        func set(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }

        let given = set(explicit) ?? set(environment[variable])
        guard var path = given ?? usualPath(environment: environment) else { throw .noPlace }
        if given != nil, path.hasPrefix("~/") {
            guard let home = BaseFolders(environment: environment).home else { throw .noHome(path) }
            path = home + path.dropFirst()
        }
        guard path.utf8.count <= maximumPathLength else { throw .tooLong(path) }
        return path
    }

    /// The path where nothing names another: `$XDG_RUNTIME_DIR/metronomed/control.sock`. Nil without that folder.
    public static func usualPath(environment: [String: String]) -> String? {
        guard let folder = BaseFolders(environment: environment).runtime else { return nil }
        return folder + (folder.hasSuffix("/") ? "" : "/") + "metronomed/control.sock"
    }
}

/// Why there is no path for the socket.
public enum ControlSocketError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Neither a path nor the variables that would give one are set.
    case noPlace
    /// The path begins with `~`, and HOME is not set.
    case noHome(String)
    /// The kernel cannot hold a path of that length.
    case tooLong(String)

    /// The text for people.
    public var description: String {
        switch self {
        case .noPlace:
            "no place for the control socket: set XDG_RUNTIME_DIR or METRONOMED_SOCKET, or give --socket PATH"
        case .noHome(let path):
            "~ in the socket path \(path) has no meaning here, for HOME is not set: write the whole path"
        case .tooLong(let path):
            "the socket path has \(path.utf8.count) bytes, but at most \(ControlSocket.maximumPathLength) are allowed: "
                + "give a shorter one with --socket PATH: \(path)"
        }
    }
}
