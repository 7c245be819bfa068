// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import Linux
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
    }
    private let holding: Mutex<Holding>

    /// Listens on a path. Makes the folder if only that is missing, and replaces the file of a dead socket.
    ///
    /// Throws if another process serves the path, if something else than a socket is there, or if the path cannot be
    /// used; then nothing has been changed.
    package init(path: String) throws(SystemError) {
        guard let address = UnixAddress(path: path) else { throw Self.unusable(path) }
        try Self.makeFolder(of: path)
        let lock = try SocketLock(socket: path)
        try Self.removeDeadSocket(path, address)
        let descriptor = try Self.listen(path, address)
        self.path = path
        isActivated = false
        holding = Mutex(Holding(lock: lock, descriptor: descriptor, file: FileIdentity(path)))
    }

    /// Serves a socket that systemd opened. Throws if another process serves its path.
    package init(_ activated: ActivatedSocket) throws(SystemError) {
        let lock = try SocketLock(socket: activated.path)
        path = activated.path
        isActivated = true
        holding = Mutex(Holding(lock: lock, descriptor: activated.descriptor, file: nil))
    }

    deinit { close() }

    /// Returns the listening socket, once; nil after that. The caller closes it.
    package func takeDescriptor() -> CInt? {
        holding.withLock { $0.descriptor.take() }
    }

    /// Removes the socket's file if it was bound here, and releases the lock. May be called again.
    package func close() {
        holding.withLock { holding in
            if let file = holding.file.take(), file == FileIdentity(path) { unsafe unlink(path) }
            if let descriptor = holding.descriptor.take() { Glibc.close(descriptor) }
            _ = holding.lock.take()
        }
    }
}

/// Which file a path led to at one moment.
private struct FileIdentity: Equatable, Sendable {
    let device: dev_t
    let inode: ino_t
    let mode: mode_t

    /// Nil if nothing is there. A symbolic link is not followed.
    init?(_ path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        device = status.st_dev
        inode = status.st_ino
        mode = status.st_mode
    }
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

    private static func makeFolder(of path: String) throws(SystemError) {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
        let folder = String(path[..<slash])
        guard unsafe mkdir(folder, 0o700) != 0, errno != EEXIST else { return }
        let code = errno
        guard code == ENOENT else {
            throw SystemError(
                code, "cannot make the folder \(folder) for the socket", advice: "choose another path with --socket")
        }
        throw SystemError(
            "the folder \(folder) for the socket is missing, and so is the one above it: "
                + "make it with mkdir -p, or choose another path with --socket")
    }

    /// Only whoever holds the lock may call this.
    private static func removeDeadSocket(_ path: String, _ address: UnixAddress) throws(SystemError) {
        guard let file = FileIdentity(path) else { return }
        guard file.mode & S_IFMT == S_IFSOCK else {
            throw SystemError(
                "\(path) is there already and is not a socket: move it away, or choose another path with --socket")
        }
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
