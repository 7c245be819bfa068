// SPDX-License-Identifier: Apache-2.0

import Bridges
import Control
import Glibc
import Testing

/// The bridges, as programs beside a daemon.
@Suite(.serialized) struct BridgeTests {
    /// A FIFO, and the bytes that come out of it.
    private final class Pipe {
        let descriptor: CInt

        init(_ path: String) throws {
            try #require(mkfifo(path, 0o600) == 0)
            descriptor = open(path, O_RDONLY | O_NONBLOCK)
            try #require(descriptor >= 0)
        }

        deinit { close(descriptor) }

        /// Writes into it until there is no room.
        func fill(_ path: String) {
            let end = open(path, O_WRONLY | O_NONBLOCK)
            defer { close(end) }
            for size in [4096, 1] {
                let bytes = [UInt8](repeating: 0xF8, count: size)
                while Glibc.write(end, bytes, size) > 0 {}
            }
        }

        func read() -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = Glibc.read(descriptor, &bytes, bytes.count)
            return Array(bytes.prefix(max(0, count)))
        }
    }

    private func bridge(_ home: Home, _ words: [String]) throws -> ChildProcess {
        try ChildProcess(Built.metrobridge, words, environment: home.environment, in: home.folder)
    }

    private func run(_ home: Home, _ words: [String]) throws -> Outcome {
        let child = try bridge(home, words)
        return Outcome(end: try child.end(), stdout: child.stdout, stderr: child.stderr)
    }

    @Test func `a machine on the port plays as many clocks as the music has, from its begin to its end`() throws {
        let home = try Home(.capture)
        let pipe = try Pipe(home.folder("port"))
        try home.withDaemon(["--bpm", "300", "--meter", "6/8", "--no-play"]) { daemon in
            let child = try bridge(home, ["midi", "--out", "port"])
            defer { child.kill() }
            _ = try poll(for: "the bridge") { child.stderr.contains("clock to port") ? true : nil }
            let client = try daemon.connect()
            try poll(for: "its report") {
                let list = try client.say("bridges")["bridges"]?.array ?? []
                return list == [["name": "midi", "to": "port", "trouble": .null]] ? true : nil
            }
            try client.say("start")
            try client.say("stop at @3")
            var bytes: [UInt8] = []
            _ = try poll(for: "the stop") {
                bytes += pipe.read()
                return bytes.last == 0xFC ? true : nil
            }
            // Two bars of six eighths; what was late by a sixteenth is begun at its place.
            let first = try #require(bytes.first { $0 != 0xF8 })
            let begun = bytes.firstIndex { $0 == 0xFA || $0 == 0xFB } ?? 0
            let place = first == 0xF2 ? Int(bytes[bytes.firstIndex(of: 0xF2).map { $0 + 1 } ?? 0]) * 6 : 0
            #expect(place + bytes[begun...].count { $0 == 0xF8 } == 2 * 6 * 12, "\(bytes.prefix(12))")
            #expect(bytes.dropLast().allSatisfy { $0 != 0xFC })
            child.signal(SIGTERM)
            #expect(try child.end() == .exit(0))
            try poll(for: "its end") { try client.say("bridges")["bridges"]?.array == [] ? true : nil }
            let error = try client.refusal(of: "bridge midi \(String(repeating: "x", count: 257))")
            #expect(error.param == "to")
        }
    }

    @Test func `a port that nobody reads is told, and the machine is sent to its place when it is read again`() throws {
        let home = try Home()
        let pipe = try Pipe(home.folder("port"))
        try home.withDaemon(["--bpm", "900", "--output", "clock"]) { daemon in
            let child = try bridge(home, ["midi", "--out", "port"])
            defer { child.kill() }
            let client = try daemon.connect()
            try client.say("start")
            _ = try poll(for: "the first clocks") { pipe.read().isEmpty ? nil : true }
            // A FIFO holds 64 KiB: what is written here is what is left of that.
            pipe.fill(home.folder("port"))
            try poll(for: "the trouble") {
                let list = try client.say("bridges")["bridges"]?.array ?? []
                return list.first?["trouble"]?.string?.contains("takes no more bytes") == true ? true : nil
            }
            while !pipe.read().isEmpty {}
            var bytes: [UInt8] = []
            _ = try poll(for: "the way back") {
                bytes += pipe.read()
                return bytes.contains(0xFB) ? true : nil
            }
            #expect(bytes.first { $0 != 0xF8 } == 0xFC || bytes.first { $0 != 0xF8 } == 0xF2, "\(bytes.prefix(8))")
            try poll(for: "its end") {
                let list = try client.say("bridges")["bridges"]?.array ?? []
                return list.first?["trouble"] == .null ? true : nil
            }
        }
    }

    @Test func `a bridge outlives the daemon, stops the machine, and finds its place again`() throws {
        let home = try Home()
        let pipe = try Pipe(home.folder("port"))
        let child = try bridge(home, ["midi", "--out", home.folder("port")])
        defer { child.kill() }
        _ = try poll(for: "the wait") { child.stderr.contains("waiting for it") ? true : nil }
        for _ in 0..<2 {
            var bytes: [UInt8] = []
            try home.withDaemon(["--bpm", "200", "--output", "clock"]) { daemon in
                try daemon.connect().say("start")
                _ = try poll(for: "clocks") {
                    bytes += pipe.read()
                    return bytes.contains { $0 == 0xFA || $0 == 0xFB } && bytes.last == 0xF8 ? true : nil
                }
            }
            _ = try poll(for: "the stop") {
                bytes += pipe.read()
                return bytes.last == 0xFC ? true : nil
            }
        }
        child.signal(SIGINT)
        #expect(try child.end() == .exit(0))
        #expect(child.stderr.contains("the daemon is there again"))
    }

    @Test func `a port that cannot be used is refused with what there is`() throws {
        let home = try Home()
        for (words, status, reason) in [
            (["midi", "--out", "hw:7,0"], 1, "/dev/snd/midiC7D0: No such file or directory"),
            (["midi", "--out", "hw:"], 1, "write hw:1,0,0"),
            (["midi", "--out", "hw:nosuch"], 1, "there is no sound card nosuch"),
            (["midi", "--out", home.folder.path], 1, "Is a directory"),
            (["midi", "--out", "/nowhere/port"], 1, "No such file or directory"),
            (["midi"], 2, "missing expected argument '--out"),
            (["midi", "--out", "x", "--offset", "2000"], 2, "-1000 to 1000"),
            (["mid"], 2, "unexpected argument"),
        ] as [([String], Int32, String)] {
            let outcome = try run(home, words)
            #expect(outcome.end == .exit(status), "\(words): \(outcome.end)")
            #expect(outcome.stderr.contains(reason), "\(words): \(outcome.stderr)")
        }
    }
}
