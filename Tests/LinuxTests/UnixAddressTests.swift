// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeLinux
import Testing

@Suite struct UnixAddressTests {
    private let name = "metronomed-test-\(getpid())-\(UInt64.random(in: 0 ... .max))"

    @Test func `a path of 107 bytes fits, and one of 108, an empty one or one with a zero does not`() {
        #expect(UnixAddress(path: String(repeating: "x", count: 107)) != nil)
        #expect(UnixAddress(path: String(repeating: "x", count: 108)) == nil)
        #expect(UnixAddress(path: "") == nil && UnixAddress(path: "/a\0b") == nil)
        #expect(UnixAddress(abstract: "") == nil)
        #expect(UnixAddress(abstract: String(repeating: "x", count: 108)) == nil)
    }

    @Test func `a socket tells the path that it is bound to, byte for byte`() throws {
        let path = "/tmp/" + name
        let descriptor = try UnixAddress.socket(SOCK_STREAM)
        defer { close(descriptor) }
        #expect(UnixAddress.path(of: descriptor) == nil)
        try #require(UnixAddress(path: path)).bind(descriptor)
        defer { unlink(path) }
        #expect(UnixAddress.path(of: descriptor) == path)
        #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0 && fcntl(descriptor, F_GETFL) & O_NONBLOCK != 0)
    }

    @Test func `an abstract name is no path, and is reached by the same name only`() throws {
        let (server, client) = (try UnixAddress.socket(SOCK_STREAM), try UnixAddress.socket(SOCK_STREAM))
        defer { [server, client].forEach { close($0) } }
        try #require(UnixAddress(abstract: name)).bind(server)
        #expect(listen(server, 1) == 0 && UnixAddress.path(of: server) == nil)
        #expect(throws: Errno(ECONNREFUSED)) { try #require(UnixAddress(abstract: name + "x")).connect(client) }
        try #require(UnixAddress(abstract: name)).connect(client)
    }

    @Test func `a refusal carries its errno`() throws {
        let descriptor = try UnixAddress.socket(SOCK_STREAM)
        defer { close(descriptor) }
        #expect(throws: Errno(ENOENT)) { try #require(UnixAddress(path: "/nowhere/socket")).connect(descriptor) }
        #expect(throws: Errno(ENOENT)) { try #require(UnixAddress(path: "/nowhere/socket")).bind(descriptor) }
    }
}
