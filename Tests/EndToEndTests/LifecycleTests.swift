// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import MetronomeControl
import Testing

@Suite(.waits) struct LifecycleTests {
    @Test(arguments: [SIGTERM, SIGINT], [true, false])
    func `a signal ends it in order`(signal: Int32, plays: Bool) throws {
        let home = try Home()
        try home.withDaemon(plays ? ["--bpm", "300"] : []) { daemon in
            if plays { try daemon.waitForBeat(1) }
            let client = try daemon.connect()
            _ = try client.subscribe()
            #expect(home.folder.has("s"))
            #expect(try daemon.end(by: signal) == .exit(0))
            #expect(!home.folder.has("s"))
            #expect(try client.linesUntilTheEnd().isEmpty)
        }
    }

    @Test(arguments: [true, false])
    func `a client can end it, and is answered`(plays: Bool) throws {
        let home = try Home()
        try home.withDaemon(plays ? ["--bpm", "300"] : []) { daemon in
            let client = try daemon.connect()
            try client.send("shutdown")
            #expect(try client.next()["result"] == [:])
            #expect(try client.linesUntilTheEnd().isEmpty)
            #expect(try daemon.child.end() == .exit(0))
            #expect(!home.folder.has("s"))
        }
    }

    @Test func `one that was started in a terminal ends with the terminal, and reads its configuration again before`()
        throws
    {
        let home = try Home()
        let terminal = try Pseudoterminal()
        let child = try ChildProcess(
            Built.metronomed, ["--bpm", "300"], environment: home.environment, in: home.folder, terminal: terminal)
        defer { child.kill() }
        try poll(for: "listening daemon") { child.stderr.contains("listening") ? true : nil }
        child.signal(SIGHUP)
        try poll(for: "reload") { child.stderr.contains("the configuration was read again") ? true : nil }
        #expect(child.ended() == nil)
        // What is hung up sends SIGHUP to its session.
        terminal.hangUp()
        #expect(try child.end() == .exit(0))
        #expect(!home.folder.has("s"))
    }

    @Test func `requests before the signal are answered`() throws {
        try withDaemon("--bpm", "300") { daemon in
            let client = try daemon.connect()
            // So few that a busy machine does them within the three seconds that there are for them.
            try client.send(String(repeating: "tempo +1\n", count: 5) + "ping")
            #expect(try client.next()["result"]?["bpm"] == 301)
            daemon.child.signal(SIGTERM)
            #expect(try client.linesUntilTheEnd().count == 5)
            #expect(try daemon.child.end() == .exit(0))
        }
    }

    @Test func `after a crash the next one takes over the dead socket`() throws {
        let home = try Home()
        try home.withDaemon { daemon in
            daemon.child.kill()
            #expect(home.folder.has("s"))
        }
        try home.withDaemon(["--bpm", "300"]) { daemon in
            try daemon.waitForBeat(1)
            #expect(try daemon.end() == .exit(0))
        }
    }

    @Test func `a second one on the same socket is refused and the first plays on`() throws {
        let home = try Home()
        try home.withDaemon(["--bpm", "300"]) { daemon in
            try daemon.waitForBeat(1)
            try daemon.isUndisturbed {
                let second = try home.run(["--bpm", "90"])
                #expect(second.end == .exit(1))
                #expect(second.lines.count == 1)
                #expect(second.stderr.contains(home.socket))
            }
            #expect(home.folder.has("s"))
        }
    }

    @Test func `the socket is for its user only, in the runtime folder`() throws {
        var home = try Home()
        home.environment["METRONOMED_SOCKET"] = ""
        let folder = home.folder("run/metronomed")
        let child = try home.metronomed([])
        defer { child.kill() }
        let client = try poll(for: "socket") {
            try? ControlClient.connect(path: folder + "/control.sock", timeout: patience)
        }
        try client.say("ping")
        var status = stat()
        #expect(lstat(folder, &status) == 0 && status.st_mode & 0o777 == 0o700)
        #expect(lstat(folder + "/control.sock", &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test func `a socket that was replaced by another's is left alone`() throws {
        let home = try Home()
        try home.withDaemon { daemon in
            unlink(home.socket)
            try home.folder.write("mine", to: "s")
            #expect(try daemon.end() == .exit(0))
            #expect(try home.folder.bytes("s") == Array("mine".utf8))
        }
    }

    @Test func `without home and XDG folders it works where it is told to, and remembers nothing`() throws {
        var home = try Home()
        home.environment = ["METRONOMED_OUTPUT": "clock"]
        let before = home.folder.names
        try home.withDaemon(["--socket", home.socket, "--bpm", "300"]) { daemon in
            try daemon.waitForBeat(1)
            try daemon.connect().say("tempo 200")
            #expect(try daemon.end() == .exit(0))
            #expect(!daemon.child.stderr.contains("remember"))
        }
        #expect(home.folder.names.filter { !$0.hasPrefix("out-") && !$0.hasSuffix(".lock") } == before)

        let lost = try home.run(["--bpm", "300"])
        #expect(lost.end == .exit(1))
        #expect(lost.lines.count == 1)
        #expect(lost.stderr.contains("XDG_RUNTIME_DIR") && lost.stderr.contains("--socket"))
    }

    @Test func `version and help are said and nothing is started`() throws {
        let home = try Home()
        let version = try home.run(["--version"])
        #expect(version.end == .exit(0))
        #expect(version.stdout == "metronomed \(Product.version)\n")
        let help = try home.run(["--help"])
        #expect(help.end == .exit(0))
        for flag in ["--bpm", "--meter", "--bell-every", "--render", "--no-play", "--socket", "metronomed --bpm 90"] {
            #expect(help.stdout.contains(flag))
        }
        #expect(version.stderr.isEmpty && help.stderr.isEmpty)
        #expect(!home.folder.has("s"))
    }
}
