// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeLinux
import Testing

@testable import Daemon

@Suite struct ListeningSocketTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path + "/control.sock"
    }

    private func connects(to path: String) -> Bool {
        guard let client = try? UnixAddress.socket(SOCK_STREAM) else { return false }
        defer { close(client) }
        return (try? UnixAddress(path: path)?.connect(client)) != nil
    }

    private func message(_ path: String) -> String? {
        do {
            _ = try ListeningSocket(path: path)
            return nil
        } catch {
            return error.message
        }
    }

    @Test func `it listens, on a file that only its user may open`() throws {
        let socket = try ListeningSocket(path: path)
        #expect(connects(to: path))
        #expect(TemporaryFolder.mode(path) == 0o600)
        #expect(TemporaryFolder.mode(path + ".lock") == 0o600)
        #expect(!socket.isActivated)
        let descriptor = try #require(socket.takeDescriptor())
        #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
        #expect(socket.takeDescriptor() == nil)
        close(descriptor)
    }

    @Test func `a missing folder of the runtime folder is made and is private`() throws {
        let socket = try ListeningSocket(
            path: folder.path + "/metronomed/control.sock", runtimeFolder: folder.path)
        #expect(TemporaryFolder.mode(folder.path + "/metronomed") == 0o700)
        socket.close()
        #expect(throws: SystemError.self) {
            try ListeningSocket(path: folder.path + "/a/b/control.sock", runtimeFolder: folder.path)
        }
        #expect(try folder.names() == ["metronomed"])
    }

    @Test(arguments: [nil, "", "/run/user/1", "/tm"]) func `no folder is made anywhere else`(runtime: String?) throws {
        let error = try #require(throws: SystemError.self) {
            try ListeningSocket(path: folder.path + "/a/control.sock", runtimeFolder: runtime)
        }
        #expect(error.message.contains("\(folder.path)/a for the socket is missing: make it with mkdir -p"))
        #expect(try folder.names().isEmpty)
    }

    @Test func `a link at the usual path leads to a socket elsewhere, and goes with it`() throws {
        let usual = folder.path + "/run/metronomed/control.sock"
        mkdir(folder.path + "/run", 0o700)
        for _ in 0..<2 {
            let socket = try ListeningSocket(path: path)
            try socket.addLink(at: usual, runtimeFolder: folder.path + "/run")
            #expect(connects(to: usual))
            #expect(message(usual)?.hasPrefix("another metronomed already serves \(usual) (process ") == true)
            socket.close()
            #expect(try folder.names(in: "run/metronomed") == ["control.sock.lock"])
        }
    }

    @Test func `a link that a crash left behind is replaced, and a daemon at the usual path is left alone`() throws {
        let usual = folder.path + "/usual.sock"
        symlink(path, usual)
        let first = try ListeningSocket(path: usual)
        let second = try ListeningSocket(path: path)
        #expect(throws: SystemError.self) { try second.addLink(at: usual, runtimeFolder: nil) }
        #expect(connects(to: usual) && connects(to: path))
        first.close()
        // The socket of another program that has gone.
        symlink(folder.path + "/gone.sock", usual)
        try second.addLink(at: usual, runtimeFolder: nil)
        #expect(connects(to: usual))
        second.close()
    }

    @Test func `another spelling of the usual path needs no link`() throws {
        let socket = try ListeningSocket(path: path)
        try socket.addLink(
            at: folder.path + "/../" + (folder.path.split(separator: "/").last ?? "") + "/control.sock",
            runtimeFolder: nil)
        #expect(connects(to: path))
        socket.close()
        #expect(try folder.names() == ["control.sock.lock"])
    }

    @Test func `a look at a path finds what a daemon would not start with, and changes nothing`() throws {
        func fault(_ path: String, _ runtime: String? = nil) -> String? {
            do throws(SystemError) { try ListeningSocket.check(path: path, runtimeFolder: runtime) } catch {
                return "\(error)"
            }
            return nil
        }
        #expect(fault(path) == nil)
        #expect(fault(folder.path)?.contains("is there already and is not a socket") == true)
        try folder.write("", to: "file")
        #expect(fault(folder.path + "/file")?.contains("is there already and is not a socket") == true)
        #expect(fault(folder.path + "/file/s")?.contains("cannot use the folder") == true)
        #expect(fault(folder.path + "/a/s")?.contains("/a for the socket is missing") == true)
        #expect(fault(folder.path + "/a/s", folder.path) == nil)
        #expect(fault("/" + String(repeating: "a", count: 200))?.contains("201 bytes long") == true)
        #expect(try folder.names() == ["file"])
        let socket = try ListeningSocket(path: path)
        #expect(fault(path) == nil)
        socket.close()
    }

    @Test func `closing removes the file and releases the path`() throws {
        let first = try ListeningSocket(path: path)
        first.close()
        first.close()
        #expect(try folder.names() == ["control.sock.lock"])
        let second = try ListeningSocket(path: path)
        #expect(connects(to: path))
        second.close()
    }

    @Test func `a released socket closes itself`() throws {
        do {
            let socket = try ListeningSocket(path: path)
            #expect(socket.path == path)
        }
        #expect(message(path) == nil)
    }

    @Test func `a second daemon fails and does not disturb the first`() throws {
        let first = try ListeningSocket(path: path)
        let serves = "another metronomed already serves \(path) (process \(getpid())): "
        #expect(message(path)?.hasPrefix(serves + "stop that one with metroctl shutdown") == true)
        #expect(connects(to: path))
        unlink(path)
        #expect(message(path)?.hasPrefix(serves + "its socket is gone: end it with kill \(getpid())") == true)
        #expect(try folder.text("control.sock.lock") == "\(getpid())\n")
        first.close()
        #expect(message(path) == nil)
    }

    @Test func `two sockets in one folder do not disturb each other`() throws {
        let first = try ListeningSocket(path: path)
        let second = try ListeningSocket(path: folder.path + "/other.sock")
        #expect(connects(to: first.path) && connects(to: second.path))
    }

    @Test func `a dead socket's file is replaced`() throws {
        let dead = try UnixAddress.socket(SOCK_STREAM)
        try #require(UnixAddress(path: path)).bind(dead)
        #expect(listen(dead, 1) == 0)
        close(dead)
        #expect(!connects(to: path))
        let socket = try ListeningSocket(path: path)
        #expect(connects(to: path))
        socket.close()
    }

    @Test func `a socket that someone listens on is left alone and not woken`() throws {
        let alive = try UnixAddress.socket(SOCK_STREAM)
        defer { close(alive) }
        try #require(UnixAddress(path: path)).bind(alive)
        #expect(listen(alive, 1) == 0)
        #expect(message(path)?.contains("another program listens on \(path)") == true)
        #expect(accept(alive, nil, nil) == -1, "it was connected to")
        #expect(connects(to: path))
    }

    @Test func `what is no socket is never removed`() throws {
        try folder.write("precious", to: "control.sock")
        #expect(message(path)?.hasPrefix("\(path) is there already and is not a socket") == true)
        #expect(try folder.text("control.sock") == "precious")
        mkdir(folder.path + "/folder", 0o700)
        #expect(message(folder.path + "/folder")?.contains("not a socket") == true)
        try folder.write("", to: "target")
        symlink(folder.path + "/target", folder.path + "/link")
        #expect(message(folder.path + "/link")?.contains("not a socket") == true)
        #expect(try folder.names().contains("link"))
    }

    @Test func `a file that replaced ours is left alone at the end`() throws {
        let socket = try ListeningSocket(path: path)
        // Kept, so that its inode cannot be used again.
        rename(path, path + ".moved")
        try folder.write("someone else's", to: "control.sock")
        socket.close()
        #expect(try folder.text("control.sock") == "someone else's")
    }

    @Test func `a path of 107 bytes is allowed and one of 108 is not`() throws {
        let longest = folder.path + "/" + String(repeating: "x", count: 106 - folder.path.utf8.count)
        #expect(longest.utf8.count == 107)
        let socket = try ListeningSocket(path: longest)
        #expect(connects(to: longest))
        socket.close()
        #expect(message(longest + "x")?.contains("108 bytes long and 107 are allowed") == true)
        #expect(message("") != nil)
        #expect(message("/tmp/a\0b") != nil)
    }

    @Test func `a place that cannot be written to is a clear error`() throws {
        let read = message("/sys/metronomed.sock")
        #expect(read?.hasPrefix("cannot make /sys/metronomed.sock.lock: ") == true)
        #expect(read?.hasSuffix("choose another path with --socket") == true)
        try folder.write("", to: "file")
        #expect(message(folder.path + "/file/x.sock") != nil)
    }
}
