// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MetronomeControl
package import MetronomeLinux
internal import Synchronization

/// The socket that clients connect to, and the lock by which only this process serves its path.
///
/// The socket has mode 0600. Closing removes its file, if it is still the one that was bound here.
package final class ListeningSocket: Sendable {
    /// How many connections may wait to be accepted.
    static let backlog: CInt = 64

    /// The path that it listens on.
    package let path: String
    /// Whether systemd opened it; then closing leaves the file.
    package let isActivated: Bool

    private struct Holding: ~Copyable {
        var lock: SocketLock?
        var descriptor: CInt?
        var file: FileIdentity?
        var link: SocketLink?
    }
    private let holding: Mutex<Holding>

    /// Listens on a path, and replaces the file of a dead socket. Makes the folder only if it is one of the runtime folder.
    ///
    /// Throws if another process serves the path, if something else than a socket is there, or if the path cannot be
    /// used; then its folder and the file of its lock may have been made.
    package init(path: String, runtimeFolder: String? = nil) throws(SystemError) {
        guard let address = UnixAddress(path: path) else { throw Self.unusable(path) }
        try Self.makeFolder(of: path, in: runtimeFolder)
        let lock = try SocketLock(socket: path)
        try Self.removeDeadSocket(path, address)
        let descriptor = try Self.listen(path, address)
        self.path = path
        isActivated = false
        holding = Mutex(Holding(lock: lock, descriptor: descriptor, file: FileIdentity(path)))
    }

    /// Serves a socket that systemd opened. Throws if another process serves its path.
    package init(_ activated: ActivatedSocket) throws(SystemError) {
        let lock = try SocketLock(socket: activated.path, isActivated: true)
        path = activated.path
        isActivated = true
        holding = Mutex(Holding(lock: lock, descriptor: activated.descriptor, file: nil))
    }

    deinit { close() }

    /// Returns the listening socket, once; nil after that. The caller closes it.
    package func takeDescriptor() -> CInt? {
        holding.withLock { $0.descriptor.take() }
    }

    /// Leads clients that look at another path to this one. Throws if another program is there, or no link can be made.
    package func addLink(at usual: String, runtimeFolder: String?) throws(SystemError) {
        guard let address = UnixAddress(path: usual) else { throw Self.unusable(usual) }
        // Two spellings of one path.
        if let file = FileIdentity(usual), file == FileIdentity(path) { return }
        try Self.makeFolder(of: usual, in: runtimeFolder)
        try holding.withLock { holding throws(SystemError) in
            let lock = try SocketLock(socket: usual)
            try Self.removeDeadSocket(usual, address)
            holding.link = try SocketLink(at: usual, to: path, lock: lock)
        }
    }

    /// Tells the clients that wait on a socket of systemd's why no daemon serves them, and closes their connections. Nothing where
    /// they are served already.
    func refuseClients(_ error: ControlError) {
        guard isActivated else { return }
        holding.withLock { holding in
            if let descriptor = holding.descriptor { ActivatedSocket.refuseClients(of: descriptor, error) }
        }
    }

    /// Removes the socket's file if it was bound here, and releases the lock. May be called again.
    package func close() {
        holding.withLock { holding in
            if let file = holding.file.take(), file == FileIdentity(path) { unsafe unlink(path) }
            if let descriptor = holding.descriptor.take() { Glibc.close(descriptor) }
            _ = holding.lock.take()
            _ = holding.link.take()
        }
    }
}

/// Which file a path led to at one moment.
private struct FileIdentity: Equatable, Sendable {
    let device: dev_t
    let inode: ino_t
    let mode: mode_t

    /// Nil if nothing is there. A symbolic link is followed only where `follows` says so.
    init?(_ path: String, follows: Bool = false) {
        var status = stat()
        guard unsafe (follows ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
        device = status.st_dev
        inode = status.st_ino
        mode = status.st_mode
    }

    var isSocket: Bool { mode & S_IFMT == S_IFSOCK }
    var isLink: Bool { mode & S_IFMT == S_IFLNK }
}

extension ListeningSocket {
    private static func unusable(_ path: String) -> SystemError {
        let count = path.utf8.count
        guard count > UnixAddress.longestPath else {
            return SystemError("\(path.debugDescription) cannot be a socket's path: name a file with --socket PATH")
        }
        return SystemError(
            "the socket path is \(count) bytes long and \(UnixAddress.longestPath) are allowed: "
                + "choose a shorter one with --socket than \(path)")
    }

    private static func makeFolder(of path: String, in runtimeFolder: String?) throws(SystemError) {
        guard let folder = folder(of: path) else { return }
        guard isOurs(folder, in: runtimeFolder) else { return try checkFolder(folder) }
        guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw folderFault(folder, errno, "make") }
    }

    /// The folder of a path; nil for the root.
    private static func folder(of path: String) -> String? {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return nil }
        return String(path[..<slash])
    }

    /// Whether a folder is one of the runtime folder, and so is made.
    private static func isOurs(_ folder: String, in runtimeFolder: String?) -> Bool {
        runtimeFolder.map { !$0.isEmpty && folder.hasPrefix($0 + ($0.hasSuffix("/") ? "" : "/")) } ?? false
    }

    private static func checkFolder(_ folder: String) throws(SystemError) {
        guard unsafe access(folder + "/.", W_OK | X_OK) != 0 else { return }
        throw folderFault(folder, errno, "use")
    }

    private static func folderFault(_ folder: String, _ code: CInt, _ action: String) -> SystemError {
        guard code == ENOENT else {
            return SystemError(
                code, "cannot \(action) the folder \(folder) for the socket",
                advice: "choose another path with --socket")
        }
        return SystemError(
            "the folder \(folder) for the socket is missing: make it with mkdir -p, or choose another path with --socket"
        )
    }

    /// Throws where nobody could listen on a path, whoever serves it now. Changes nothing.
    static func check(path: String, runtimeFolder: String?) throws(SystemError) {
        guard UnixAddress(path: path) != nil else { throw unusable(path) }
        if let folder = folder(of: path) {
            // A folder of the runtime folder is made, and the folder around that is not.
            let isMade = unsafe isOurs(folder, in: runtimeFolder) && access(folder, F_OK) != 0
            if let needed = isMade ? Self.folder(of: folder) : folder { try checkFolder(needed) }
        }
        if let file = FileIdentity(path) { try checkFile(file, path) }
    }

    private static func checkFile(_ file: FileIdentity, _ path: String) throws(SystemError) {
        guard !file.isSocket, !file.isLink || !(FileIdentity(path, follows: true)?.isSocket ?? true) else { return }
        throw SystemError(
            "\(path) is there already and is not a socket: move it away, or choose another path with --socket")
    }

    /// Only whoever holds the lock may call.
    private static func removeDeadSocket(_ path: String, _ address: UnixAddress) throws(SystemError) {
        guard let file = FileIdentity(path) else { return }
        try checkFile(file, path)
        // A datagram socket cannot connect to a stream one, but the refusal differs for a live and a dead one. The program
        // that listens, which may be systemd, is not woken.
        let probe = try socket(SOCK_DGRAM)
        defer { Glibc.close(probe) }
        guard [ECONNREFUSED, ENOENT].contains(connectError(probe, address)) else {
            throw SystemError(
                "another program listens on \(path), perhaps systemd's metronomed.socket: start metronomed with "
                    + "systemctl --user start metronomed, or choose another path with --socket")
        }
        guard unsafe unlink(path) == 0 || errno == ENOENT else {
            throw SystemError(errno, "cannot remove the dead socket \(path)")
        }
    }

    private static func socket(_ type: __socket_type) throws(SystemError) -> CInt {
        do { return try UnixAddress.socket(type) } catch { throw SystemError(error, "cannot open a socket") }
    }

    /// The `errno` of a connection that failed; 0 for one that did not.
    private static func connectError(_ descriptor: CInt, _ address: UnixAddress) -> CInt {
        do { try address.connect(descriptor) } catch { return error.code }
        return 0
    }

    private static func listen(_ path: String, _ address: UnixAddress) throws(SystemError) -> CInt {
        let descriptor = try socket(SOCK_STREAM)
        do throws(Errno) {
            // Linux gives the file the socket's own mode; unlike umask(2), this affects no other thread.
            guard fchmod(descriptor, 0o600) == 0 else { throw .last }
            try address.bind(descriptor)
        } catch {
            Glibc.close(descriptor)
            throw SystemError(error, "cannot bind the socket \(path)")
        }
        guard Glibc.listen(descriptor, backlog) == 0 else {
            let code = errno
            unsafe unlink(path)
            Glibc.close(descriptor)
            throw SystemError(code, "cannot listen on \(path)")
        }
        return descriptor
    }
}
