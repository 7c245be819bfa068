// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeControl
import MetronomeLinux
import Testing

@testable import Daemon

@Suite struct ActivatedSocketTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path + "/control.sock"
    }

    /// A socket as a manager would pass it, not close-on-exec.
    private func passed(_ type: __socket_type = SOCK_STREAM, listening: Bool = true) throws -> CInt {
        let descriptor = socket(AF_UNIX, CInt(type.rawValue), 0)
        try #require(UnixAddress(path: path)).bind(descriptor)
        if listening { #expect(listen(descriptor, 1) == 0) }
        return descriptor
    }

    private func take(_ environment: [String: String], from first: CInt) throws -> ActivatedSocket? {
        try ActivatedSocket.take(environment: environment, processID: 42, firstDescriptor: first)
    }

    @Test func `the only socket is taken, whatever its name`() throws {
        let descriptor = try passed()
        defer { close(descriptor) }
        for names in [nil, "control", "unknown"] {
            let environment = ["LISTEN_PID": "42", "LISTEN_FDS": "1", "LISTEN_FDNAMES": names ?? ""]
            let activated = try #require(try take(environment, from: descriptor))
            #expect(activated.descriptor == descriptor)
            #expect(activated.path == path)
        }
        #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test func `of several sockets the one named control is taken`() throws {
        let original = try passed()
        // Two neighbouring numbers, well above what other tests use.
        let base = fcntl(original, F_DUPFD, 700)
        #expect(dup2(original, base + 1) == base + 1)
        defer { [original, base, base + 1].forEach { close($0) } }
        var environment = ["LISTEN_PID": "42", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "other:control"]
        #expect(try take(environment, from: base)?.descriptor == base + 1)
        environment["LISTEN_FDNAMES"] = "one:two"
        let error = try #require(throws: SystemError.self) { try take(environment, from: base) }
        #expect(error.message.contains("FileDescriptorName=control"))
    }

    @Test func `two sockets named control are refused, and the clients of both are told why`() throws {
        let original = try passed()
        let other = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        try #require(UnixAddress(path: path + "2")).bind(other)
        #expect(listen(other, 1) == 0)
        let base = fcntl(original, F_DUPFD, 720)
        #expect(dup2(other, base + 1) == base + 1)
        let clients = try [path, path + "2"].map { path in
            let client = try UnixAddress.socket(SOCK_STREAM)
            try #require(UnixAddress(path: path)).connect(client)
            return client
        }
        defer { ([original, other, base, base + 1] + clients).forEach { close($0) } }
        let environment = ["LISTEN_PID": "42", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "control:control"]
        let error = try #require(throws: SystemError.self) { try take(environment, from: base) }
        #expect(error.message.contains("2 sockets") && error.message.contains("clear ListenStream="))
        ActivatedSocket.refuseClients(
            environment: environment, processID: 42, firstDescriptor: base, ControlError(.cannotStart, "why"))
        for client in clients {
            var bytes = [UInt8](repeating: 0, count: 200)
            let count = recv(client, &bytes, bytes.count, CInt(MSG_DONTWAIT))
            #expect(String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self).contains("why"))
        }
    }

    @Test func `where the folder of its socket is gone, the socket is to be started again`() throws {
        try folder.makeFolder("gone")
        let path = folder.path + "/gone/s"
        let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        try #require(UnixAddress(path: path)).bind(descriptor)
        #expect(listen(descriptor, 1) == 0)
        unlink(path)
        rmdir(folder.path + "/gone")
        let activated = try #require(try take(["LISTEN_PID": "42", "LISTEN_FDS": "1"], from: descriptor))
        let error = try #require(throws: SystemError.self) { try ListeningSocket(activated) }
        #expect(error.message.hasSuffix("systemctl --user restart metronomed.socket makes its folder"))
    }

    @Test(arguments: [
        [:], ["LISTEN_PID": "41", "LISTEN_FDS": "1"], ["LISTEN_FDS": "1"], ["LISTEN_PID": "42"],
        ["LISTEN_PID": "42", "LISTEN_FDS": "0"], ["LISTEN_PID": "42", "LISTEN_FDS": "x"],
    ])
    func `where nothing was passed to this process there is none`(environment: [String: String]) throws {
        #expect(try take(environment, from: 900) == nil)
    }

    @Test func `the variables are taken out of the environment`() throws {
        setenv("LISTEN_FDNAMES", "control", 1)
        #expect(try take([:], from: 900) == nil)
        #expect(getenv("LISTEN_FDNAMES") == nil)
    }

    @Test(arguments: [(SOCK_DGRAM, false), (SOCK_STREAM, false)])
    func `a socket of another kind is refused`(type: __socket_type, listening: Bool) throws {
        let descriptor = try passed(type, listening: listening)
        defer { close(descriptor) }
        let error = try #require(throws: SystemError.self) {
            try take(["LISTEN_PID": "42", "LISTEN_FDS": "1"], from: descriptor)
        }
        #expect(error.message.contains("ListenStream="))
    }

    @Test func `what is no socket at all is refused`() {
        #expect(throws: SystemError.self) { try take(["LISTEN_PID": "42", "LISTEN_FDS": "1"], from: 900) }
        #expect(throws: SystemError.self) { try take(["LISTEN_PID": "42", "LISTEN_FDS": "99999999"], from: 900) }
    }

    @Test func `an activated socket takes the lock and its file stays`() throws {
        let activated = try #require(try take(["LISTEN_PID": "42", "LISTEN_FDS": "1"], from: try passed()))
        let socket = try ListeningSocket(activated)
        #expect(socket.isActivated)
        #expect(throws: SystemError.self) { _ = try SocketLock(socket: path) }
        socket.close()
        #expect(try folder.names() == ["control.sock", "control.sock.lock"])
    }

    @Test func `an activated daemon names the process that serves the path, which its socket does not reach`() throws {
        let lock = try SocketLock(socket: path)
        let descriptor = try passed()
        defer { close(descriptor) }
        let activated = try #require(try take(["LISTEN_PID": "42", "LISTEN_FDS": "1"], from: descriptor))
        let error = try #require(throws: SystemError.self) { try ListeningSocket(activated) }
        #expect(
            error.message == "another metronomed (process \(getpid())), started without systemd, serves \(path): "
                + "end it in its terminal or with kill \(getpid())")
        _ = consume lock
    }
}
