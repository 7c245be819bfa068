// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MetronomeControl
package import MetronomeLinux

/// A listening socket that systemd opened for us: sd_listen_fds(3).
package struct ActivatedSocket: Sendable {
    /// The listening socket. The caller closes it.
    let descriptor: CInt
    /// Where it listens.
    package let path: String

    /// Takes the socket named "control", or the only one that was passed; nil if none was passed to this process.
    ///
    /// Makes what was passed close-on-exec and takes the variables out of the process's environment, so call it once,
    /// before there are threads. Throws if the socket is not a listening AF_UNIX stream, or is one of several of its name; the
    /// variables stay then, for ``refuseClients(environment:processID:firstDescriptor:_:)``.
    package static func take(
        environment: [String: String], processID: Int32 = getpid(), firstDescriptor: Int32 = 3
    ) throws(SystemError) -> ActivatedSocket? {
        let passed = passed(environment, processID, firstDescriptor)
        for descriptor in passed { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        let names = (environment["LISTEN_FDNAMES"] ?? "").split(separator: ":", omittingEmptySubsequences: false)
        let named = zip(passed, names).filter { $1 == "control" }.map(\.0)
        guard named.count < 2 else {
            throw SystemError(
                "systemd passed \(named.count) sockets named control: "
                    + "clear ListenStream= in the drop-in of the socket unit before it sets another")
        }
        guard let descriptor = named.first ?? passed.first else {
            forgetVariables()
            return nil
        }
        guard !named.isEmpty || passed.count == 1 else {
            throw SystemError(
                "systemd passed \(passed.count) sockets and none is named control: "
                    + "set FileDescriptorName=control in the socket unit")
        }
        let socket = try ActivatedSocket(checking: descriptor)
        forgetVariables()
        return socket
    }

    private static func forgetVariables() {
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsafe unsetenv(name) }
    }

    /// All that systemd passed to this process.
    private static func passed(_ environment: [String: String], _ processID: Int32, _ first: Int32) -> Range<CInt> {
        guard let owner = environment["LISTEN_PID"], Int32(owner) == processID,
            let count = environment["LISTEN_FDS"].flatMap(Int32.init), count > 0
        else { return first..<first }
        // Systemd never passes more.
        return first..<first + min(count, 1024)
    }

    private init(checking descriptor: CInt) throws(SystemError) {
        func option(_ name: CInt) -> CInt? {
            var value: CInt = 0
            var length = socklen_t(MemoryLayout<CInt>.size)
            return unsafe getsockopt(descriptor, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
        }
        guard option(SO_DOMAIN) == AF_UNIX, option(SO_TYPE) == CInt(SOCK_STREAM.rawValue), option(SO_ACCEPTCONN) == 1,
            let path = UnixAddress.path(of: descriptor)
        else {
            throw SystemError(
                "what systemd passed is not a listening AF_UNIX stream socket with a path: "
                    + "use ListenStream=%t/metronomed/control.sock in the socket unit")
        }
        self.descriptor = descriptor
        self.path = path
    }

    /// Sends an error to each client that waits to be accepted, and closes its connection.
    func refuseClients(_ error: ControlError) { Self.refuseClients(of: descriptor, error) }

    /// Sends an error to each client that waits at any socket that systemd passed, and closes its connection.
    static func refuseClients(
        environment: [String: String], processID: Int32 = getpid(), firstDescriptor: Int32 = 3, _ error: ControlError
    ) {
        for descriptor in passed(environment, processID, firstDescriptor) { refuseClients(of: descriptor, error) }
    }

    /// Sends an error to each client that waits at a listening socket, and closes its connection.
    static func refuseClients(of descriptor: CInt, _ error: ControlError) {
        let line = Reply.line(error: error)
        // Systemd shares the socket, so it stays blocking.
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while unsafe poll(&request, 1, 0) == 1, request.revents & Int16(POLLIN) != 0 {
            let client = accept(descriptor, nil, nil)
            guard client >= 0 else { return }
            // The first line on a connection always has room.
            _ = unsafe send(client, line, line.count, CInt(MSG_DONTWAIT | MSG_NOSIGNAL))
            Glibc.close(client)
        }
    }
}
