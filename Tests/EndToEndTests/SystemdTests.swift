// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import MetronomeControl
import MetronomeLinux
import Testing

/// Readiness, reload, watchdog and socket activation under systemd.
@Suite(.waits) struct SystemdTests {
    private func withNotifiedDaemon(
        _ arguments: [String] = [], watchdogUsec: Int? = nil,
        _ body: (ChildProcess, Home, DatagramSocket) throws -> Void
    ) throws {
        var home = try Home()
        let manager = try DatagramSocket(path: home.folder("n"))
        home.environment["NOTIFY_SOCKET"] = manager.path
        home.environment["WATCHDOG_USEC"] = watchdogUsec.map { "\($0)" }
        let child = try home.metronomed(arguments)
        defer { child.kill() }
        try body(child, home, manager)
    }

    @Test func `it is ready when its socket answers`() throws {
        try withNotifiedDaemon { _, home, manager in
            #expect(try manager.next()["READY"] == "1")
            // It must answer at the first try.
            try home.connect().say("ping")
        }
    }

    @Test func `a reload is told from begin to end, a good one and a bad one`() throws {
        try withNotifiedDaemon { child, home, manager in
            _ = try manager.next()
            for text in ["bpm = 99", "bpm = "] {
                try home.folder.write(text, to: "config/metronomed/config.toml")
                let before = MonotonicClock.nowNs / 1000
                child.signal(SIGHUP)
                let begin = try manager.next()
                #expect(begin["RELOADING"] == "1")
                let told = try #require(Int64(begin["MONOTONIC_USEC"] ?? ""))
                #expect(before <= told && told <= MonotonicClock.nowNs / 1000)
                #expect(try manager.next()["READY"] == "1")
                #expect(try home.connect().status().bpm == 99)
            }
        }
    }

    @Test func `the end is told before it comes`() throws {
        try withNotifiedDaemon(["--bpm", "300"]) { child, _, manager in
            _ = try manager.next()
            child.signal(SIGTERM)
            #expect(try manager.next()["STOPPING"] == "1")
            #expect(try child.end() == .exit(0))
        }
    }

    @Test(arguments: [true, false])
    func `the watchdog is fed in time`(plays: Bool) throws {
        try withNotifiedDaemon(plays ? ["--bpm", "300"] : [], watchdogUsec: 1_000_000) { _, _, manager in
            let messages = try [manager.next()] + (0..<3).map { _ in try manager.next() }
            #expect(messages[0]["READY"] == "1")
            #expect(messages.dropFirst().allSatisfy { $0["WATCHDOG"] == "1" })
        }
    }

    /// The lines of a unit.
    private func unit(_ name: String) throws -> [Substring] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../systemd/\(name)")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    }

    @Test func `no number of starts takes the socket down`() throws {
        let service = try unit("metronomed.service")
        #expect(service.contains("StartLimitIntervalSec=0"))
        #expect(!service.contains { $0.hasPrefix("StartLimitBurst=") })
        // Each client of a daemon that cannot start triggers the socket once.
        let socket = try unit("metronomed.socket")
        #expect(socket.contains("TriggerLimitIntervalSec=2s") && socket.contains("TriggerLimitBurst=200"))
    }

    @Test func `a wrong configuration is not tried again, and so leaves the socket`() throws {
        let unit = try unit("metronomed.service")
        #expect(unit.contains("Restart=on-failure") && unit.contains("RestartPreventExitStatus=2"))
        let home = try Home()
        try home.folder.write("bpn = 120\n", to: "config/metronomed/config.toml")
        #expect(try home.run([]).end == .exit(2))
    }

    @Test(arguments: [["--bpm", "0"], ["--nope"], ["--beat-sound", "./missing.wav"]])
    func `why it does not start is an error in the journal, and plain text elsewhere`(arguments: [String]) throws {
        let home = try Home()
        for (variables, prefix) in [("JOURNAL_STREAM=$(stat -L -c %d:%i /dev/fd/2)", "<3>"), ("", "metronomed: ")] {
            let child = try ChildProcess(
                "/bin/sh", ["-c", "\(variables) exec \"$0\" \"$@\"", Built.metronomed] + arguments,
                environment: home.environment, in: home.folder)
            #expect(try child.end() == .exit(2))
            let lines = child.stderr.split(separator: "\n")
            #expect(!lines.isEmpty && lines[0].hasPrefix(prefix), "\(child.stderr)")
            #expect(lines.allSatisfy { $0.hasPrefix("<3>") == (prefix == "<3>") }, "\(child.stderr)")
        }
    }

    static let activator = "/usr/bin/systemd-socket-activate"

    @Test(.enabled(if: access(activator, X_OK) == 0, "\(activator) is not installed"))
    func `the first client starts it through systemd's socket`() throws {
        let home = try Home()
        let variables = home.environment.flatMap { ["-E", "\($0.key)=\($0.value)"] }
        let child = try ChildProcess(
            Self.activator, ["-l", home.socket, "--fdname=control"] + variables + [Built.metronomed, "--bpm", "300"],
            environment: home.environment, in: home.folder)
        defer { child.kill() }
        try poll(for: "socket") { home.folder.has("s") ? true : nil }
        let client = try poll(for: "connection") { try? home.connect() }
        // The request is sent before the daemon runs, and answered once it does.
        #expect(try client.say("version")["daemon"]?.string == Product.version)
        let position = try poll(for: "beat") { try client.status().position }
        #expect(position.beatIndex >= 0)

        // The socket is systemd's and stays, so that the next client starts the daemon again.
        child.signal(SIGTERM)
        #expect(try child.end() == .exit(0))
        #expect(home.folder.has("s"))
    }

    @Test(
        .enabled(if: access(activator, X_OK) == 0, "\(activator) is not installed"),
        arguments: [
            ("bpn = 120", [], "config.toml:1:1: unknown key bpn"), ("sounds.beat = \"gong\"", [], "gong"),
            ("sounds.beat = \"./silent.wav\"", [], "silent"), ("", ["--nope"], "--nope"),
        ] as [(String, [String], String)])
    func `the client that starts a daemon which cannot start is told why`(
        mistake: String, flags: [String], why: String
    ) throws {
        let home = try Home()
        try home.folder.write(
            Array("RIFF".utf8) + [36, 1, 0, 0] + Array("WAVEfmt ".utf8)
                + [16, 0, 0, 0, 1, 0, 1, 0, 64, 31, 0, 0, 64, 31, 0, 0, 1, 0, 8, 0] + Array("data".utf8) + [0, 1, 0, 0]
                + [UInt8](repeating: 128, count: 256), to: "config/metronomed/silent.wav")
        try home.folder.write(mistake + "\n", to: "config/metronomed/config.toml")
        let variables = home.environment.flatMap { ["-E", "\($0.key)=\($0.value)"] }
        let child = try ChildProcess(
            Self.activator, ["-l", home.socket, "--fdname=control"] + variables + [Built.metronomed] + flags,
            environment: home.environment, in: home.folder)
        defer { child.kill() }
        try poll(for: "socket") { home.folder.has("s") ? true : nil }
        let outcome = try ChildProcess(
            Built.metroctl, ["status"], environment: home.environment, in: home.folder)
        #expect(try outcome.end() == .exit(1))
        #expect(outcome.stderr.hasPrefix("metroctl: the daemon cannot start: "), "\(outcome.stderr)")
        #expect(outcome.stderr.contains(why), "\(outcome.stderr)")
        // Not tried again, so the socket stays.
        #expect(try child.end() == .exit(2))
    }

    @Test(
        .enabled(if: access(activator, X_OK) == 0, "\(activator) is not installed"), arguments: ["", "bpm = 0"])
    func `of two sockets named control the clients of both are told, and no start follows`(text: String) throws {
        let home = try Home()
        try home.folder.write(text + "\n", to: "config/metronomed/config.toml")
        let variables = home.environment.flatMap { ["-E", "\($0.key)=\($0.value)"] }
        let child = try ChildProcess(
            Self.activator,
            ["-l", home.socket, "-l", home.folder("t"), "--fdname=control:control"] + variables + [Built.metronomed],
            environment: home.environment, in: home.folder)
        defer { child.kill() }
        try poll(for: "socket") { home.folder.has("t") ? true : nil }
        let outcome = try ChildProcess(
            Built.metroctl, ["--socket", home.folder("t"), "status"], environment: home.environment, in: home.folder)
        #expect(try outcome.end() == .exit(1))
        #expect(outcome.stderr.contains(text.isEmpty ? "clear ListenStream=" : "config.toml:1:"), "\(outcome.stderr)")
        #expect(try child.end() == .exit(2))
    }

    @Test(.enabled(if: access(activator, X_OK) == 0, "\(activator) is not installed"))
    func `where a daemon by hand has the path, the one of systemd says which process it is, and is not tried again`()
        throws
    {
        let home = try Home()
        try home.withDaemon { daemon in
            // Systemd takes the place of a socket that is served.
            unlink(home.socket)
            let variables = home.environment.flatMap { ["-E", "\($0.key)=\($0.value)"] }
            let child = try ChildProcess(
                Self.activator, ["-l", home.socket, "--fdname=control"] + variables + [Built.metronomed],
                environment: home.environment, in: home.folder)
            defer { child.kill() }
            try poll(for: "socket") { home.folder.has("s") ? true : nil }
            let outcome = try ChildProcess(
                Built.metroctl, ["stop"], environment: home.environment, in: home.folder)
            #expect(try outcome.end() == .exit(1))
            #expect(outcome.stderr.contains("kill \(daemon.child.pid)"), "\(outcome.stderr)")
            #expect(try child.end() == .exit(2))
        }
    }

    @Test(arguments: [("0", "1"), ("1", "-1"), ("self", "1")])
    func `variables that are meant for another process are ignored`(pid: String, count: String) throws {
        var home = try Home()
        home.environment["LISTEN_PID"] = pid == "self" ? "\(getpid())" : pid
        home.environment["LISTEN_FDS"] = count
        home.environment["NOTIFY_SOCKET"] = home.folder("nobody")
        home.environment["WATCHDOG_USEC"] = "0"
        try home.withDaemon { daemon in
            let status = try daemon.status()
            #expect(status.bpm == 120)
        }
    }
}
