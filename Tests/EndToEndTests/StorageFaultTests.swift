// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import MetronomeControl
import Testing

/// A daemon whose files cannot be written, or read.
@Suite(.waits, .serialized) struct StorageFaultTests {
    private static let setpriv = "/usr/bin/setpriv"

    /// Changes are answered and the beat goes on, while one line of the log says what is the matter.
    private func expectOneLine(_ text: String, naming file: String, of daemon: DaemonProcess) throws {
        let client = try daemon.connect()
        _ = try client.subscribe("beat")
        try client.say("set bpm=300 volume=0.1")
        try poll(for: "line of the log") { daemon.child.stderr.contains(text) ? true : nil }
        for round in 1..<3 {
            try client.say("set bpm=\(300 + round) volume=0.\(round + 1)")
            usleep(1_100_000)
        }
        let lines = daemon.child.stderr.split(separator: "\n").filter { $0.contains(text) }
        #expect(lines.count == 1 && lines[0].contains(file), "\(daemon.child.stderr)")
        // A beat that the tempo has moved is announced again, and so may be the one after it: none is left out, unless a busy
        // machine stops the daemon for longer than it announces beats ahead.
        try trials { _ in
            let beats = try (0..<4).map { _ in try client.nextBeat() }
            let indices = Set(beats.map(\.beatIndex)).sorted()
            try ensure(indices.count > 1 && indices.last == indices[0] + indices.count - 1, "\(beats)")
        }
        #expect(try daemon.status().playing && daemon.status().bpm == 302)
    }

    private func with(_ child: ChildProcess, in home: Home, _ body: (DaemonProcess) throws -> Void) throws {
        let daemon = DaemonProcess(home: home, child: child)
        defer { child.kill() }
        try daemon.waitUntilItAnswers()
        try body(daemon)
    }

    @Test func `where the disk is full, the state that was there stays and the beat goes on`() throws {
        let home = try Home()
        let state = "{\"volume\": 0.7, \"lanes\": \"hat x\(String(repeating: ".", count: 1000))\"}"
        try home.folder.write(state, to: "state/metronomed/state.json")
        // What is written past the limit of a file's size fails, as on a full disk.
        let child = try ChildProcess(
            "/bin/sh", ["-c", "ulimit -f 2; exec \(Built.metronomed) --bpm 240"],
            environment: home.environment, in: home.folder)
        try with(child, in: home) { daemon in
            try expectOneLine(
                "what is set is not remembered for now", naming: home.folder("state/metronomed/state.json"), of: daemon)
        }
        #expect(try home.folder.bytes("state/metronomed/state.json") == Array(state.utf8))
        #expect(!home.folder.names.contains { $0.hasSuffix(".new") })
    }

    @Test func `where the home cannot be written, one line says so and the beat goes on`() throws {
        var home = try Home()
        home.environment["XDG_STATE_HOME"] = "/proc/nowhere"
        try home.withDaemon(["--bpm", "240"]) { daemon in
            try expectOneLine("what is set is not remembered for now", naming: "/proc/nowhere", of: daemon)
            try daemon.connect().say("stop")
            try poll(for: "line of the journal") { daemon.child.stderr.contains("the journal has gaps") ? true : nil }
        }
    }

    @Test(.enabled(if: geteuid() == 0 && access(setpriv, X_OK) == 0, "only root can run a program as another user"))
    func `a state that another user owns is one line, and defaults are used`() throws {
        let home = try Home()
        try home.folder.write("{\"volume\": 0.1}", to: "state/metronomed/state.json")
        let program = try home.folder.copy(Built.metronomed)
        for name in home.folder.names { chown(home.folder(name), 65534, 65534) }
        chown(home.folder.path, 65534, 65534)
        for name in ["state/metronomed/state.json"] {
            chown(home.folder(name), 0, 0)
            chmod(home.folder(name), 0o600)
        }
        let child = try ChildProcess(
            Self.setpriv,
            ["--reuid=65534", "--regid=65534", "--clear-groups", program, "--bpm", "240", "--socket", home.socket],
            environment: home.environment, in: home.folder)
        defer { child.kill() }
        try poll(for: "listening daemon; it says: \(child.stderr)") { child.stderr.contains("listening") ? true : nil }
        let lines = child.stderr.split(separator: "\n").filter { $0.contains("nothing is remembered") }
        #expect(lines.count == 1 && lines[0].contains("state.json: Permission denied"), "\(child.stderr)")
        #expect(child.ended() == nil)
    }
}
