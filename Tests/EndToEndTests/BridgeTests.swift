// SPDX-License-Identifier: Apache-2.0

import Bridges
import Foundation
import Glibc
import MetronomeControl
import MetronomeLinux
import Testing

/// The bridges, as programs beside a daemon.
@Suite(.waitsFirst, .serialized) struct BridgeTests {
    /// A FIFO, and the bytes that come out of it.
    private final class Pipe {
        let descriptor: CInt

        init(_ path: String) throws {
            try #require(mkfifo(path, 0o600) == 0)
            descriptor = open(path, O_RDONLY | O_NONBLOCK)
            try #require(descriptor >= 0)
        }

        deinit { close(descriptor) }

        /// Writes into it until there is no room, bytes that no bridge sends.
        func fill(_ path: String) {
            let end = open(path, O_WRONLY | O_NONBLOCK)
            defer { close(end) }
            for size in [4096, 1] {
                let bytes = [UInt8](repeating: 0xFE, count: size)
                while Glibc.write(end, bytes, size) > 0 {}
            }
        }

        /// What of some bytes came behind those that filled it; nil before these have come.
        func behindFill(_ bytes: [UInt8]) -> [UInt8]? { bytes.lastIndex(of: 0xFE).map { Array(bytes[($0 + 1)...]) } }

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

    /// Where a machine is to which these bytes were sent, in clocks. Where the bridge gets no time, it stops the machine and lets
    /// it go on at a later place, but at no place that has been played.
    private func place(after bytes: [UInt8]) throws -> Int {
        var (place, isRolling, rest) = (0, false, bytes[...])
        while let byte = rest.popFirst() {
            switch byte {
            case 0xF2:
                let told = 6 * (Int(rest.popFirst() ?? 0) + Int(rest.popFirst() ?? 0) << 7)
                #expect(told >= place, "it is sent from \(place) back to \(told): \(bytes)")
                place = told
            case 0xFA: (place, isRolling) = (0, true)
            case 0xFB: isRolling = true
            case 0xFC: isRolling = false
            default: place += isRolling ? 1 : 0
            }
        }
        return place
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
            // What is late within the last sixteenth has no place to go on from.
            try trials(10) { _ in
                try client.say("start")
                // Asked for behind that bar, it is refused.
                if (try? client.say("stop at @3")) == nil { try client.say("stop") }
                var bytes: [UInt8] = []
                try inTime {
                    try poll(for: "the stop", within: .seconds(10)) {
                        bytes += pipe.read()
                        return try bytes.last { $0 != 0xF8 } == 0xFC && !client.status().playing ? true : nil
                    }
                }
                let place = try place(after: bytes)
                try ensure(place == 2 * 6 * 12, "it ends at \(place): \(bytes)")
            }
            child.signal(SIGTERM)
            #expect(try child.end() == .exit(0))
            try poll(for: "its end") { try client.say("bridges")["bridges"]?.array == [] ? true : nil }
            let error = try client.refusal(of: "bridge midi \(String(repeating: "x", count: 257))")
            #expect(error.param == "to")
        }
    }

    @Test func `a pseudoterminal has each byte as it was sent`() throws {
        let home = try Home()
        let port = try Pseudoterminal()
        let song = try home.folder.write("[[section]]\nbars = 900\ntempo = 900\n", to: "song.toml")
        try home.withDaemon(["--no-play", "--song", song, "--output", "clock"]) { daemon in
            let child = try bridge(home, ["midi", "--out", port.path])
            defer { child.kill() }
            _ = try poll(for: "the bridge") { child.stderr.contains("clock to \(port.path)") ? true : nil }
            let client = try daemon.connect()
            try client.say("seek 4")
            try client.say("start")
            var bytes: [UInt8] = []
            try poll(for: "clocks") {
                bytes += port.bytes()
                return bytes.contains(0xFB) && bytes.last == 0xF8 ? true : nil
            }
            try client.say("stop")
            try poll(for: "the stop") {
                bytes += port.bytes()
                return bytes.last == 0xFC ? true : nil
            }
            // A position of 10 sixteenths and more is a line feed to terminals, and of 13 a carriage return.
            #expect(bytes.contains(0xF2) && bytes.contains(0xFB) && bytes.contains(0xF8))
            var rest = bytes[...]
            while let byte = rest.popFirst() {
                // A late machine is sent further on.
                let data = byte == 0xF2 ? [rest.popFirst(), rest.popFirst()] : []
                #expect([0xF2, 0xF8, 0xFA, 0xFB, 0xFC].contains(byte), "\(bytes.prefix(40))")
                #expect(
                    data.allSatisfy { $0 ?? 0xFF < 0x80 } && (data.isEmpty || data[0] ?? 0 >= 48 || data[1] ?? 0 >= 1))
            }
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
            _ = try poll(for: "the first clocks") { pipe.read().contains { $0 == 0xFA || $0 == 0xFB } ? true : nil }
            // A FIFO holds 64 KiB: what is written here is what is left of them.
            pipe.fill(home.folder("port"))
            try poll(for: "the trouble") {
                let list = try client.say("bridges")["bridges"]?.array ?? []
                return list.first?["trouble"]?.string?.contains("takes no more bytes") == true ? true : nil
            }
            var all: [UInt8] = []
            let bytes = try poll(for: "the way back") {
                all += pipe.read()
                return pipe.behindFill(all).flatMap { $0.contains(0xFB) ? $0 : nil }
            }
            #expect(bytes.first { $0 != 0xF8 } == 0xFC || bytes.first { $0 != 0xF8 } == 0xF2, "\(bytes.prefix(8))")
            try poll(for: "its end") {
                let list = try client.say("bridges")["bridges"]?.array ?? []
                return list.first?["trouble"] == .null ? true : nil
            }
        }
    }

    @Test func `a stop for which a port has no room comes once there is room, and all is well again`() throws {
        let home = try Home()
        let pipe = try Pipe(home.folder("port"))
        try home.withDaemon(["--bpm", "900", "--output", "clock"]) { daemon in
            let child = try bridge(home, ["midi", "--out", "port"])
            defer { child.kill() }
            let client = try daemon.connect()
            func trouble() throws -> JSONValue? { try client.say("bridges")["bridges"]?.array?.first?["trouble"] }
            try client.say("start")
            _ = try poll(for: "the first clocks") { pipe.read().isEmpty ? nil : true }
            pipe.fill(home.folder("port"))
            try poll(for: "the trouble") {
                try trouble()?.string?.contains("takes no more bytes") == true ? true : nil
            }
            try client.say("stop")
            try poll(for: "the end") { try client.say("status")["playing"]?.bool == false ? true : nil }
            // The stop is lost by then.
            usleep(300_000)
            var bytes: [UInt8] = []
            try poll(for: "the stop") {
                bytes += pipe.read()
                return pipe.behindFill(bytes)?.contains(0xFC) == true ? true : nil
            }
            try poll(for: "its end") { try trouble() == .null ? true : nil }
        }
    }

    @Test func `a stop that a full port has lost comes once there is room, also where its daemon is gone`() throws {
        let home = try Home()
        let pipe = try Pipe(home.folder("port"))
        let child = try bridge(home, ["midi", "--out", home.folder("port")])
        defer { child.kill() }
        _ = try poll(for: "the wait") { child.stderr.contains("waiting for it") ? true : nil }
        try home.withDaemon(["--bpm", "900", "--output", "clock"]) { _ in
            _ = try poll(for: "the first clocks") { pipe.read().isEmpty ? nil : true }
            pipe.fill(home.folder("port"))
            try poll(for: "the trouble") { child.stderr.contains("takes no more bytes") ? true : nil }
        }
        // It has waited for the first daemon before.
        try poll(for: "its end") { child.stderr.components(separatedBy: "waiting for it").count > 2 ? true : nil }
        var bytes: [UInt8] = []
        try poll(for: "the stop") {
            bytes += pipe.read()
            return pipe.behindFill(bytes) == [0xFC] ? true : nil
        }
        try home.withDaemon(["--no-play", "--output", "clock"]) { daemon in
            let client = try daemon.connect()
            try poll(for: "a port without trouble") {
                try client.say("bridges")["bridges"]?.array?.first?["trouble"] == .null ? true : nil
            }
            #expect(pipe.read().allSatisfy { $0 == 0xFC })
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
            (["midi", "--out", "/proc/nowhere/port"], 1, "No such file or directory"),
            (["midi"], 2, "name a port: --out"), (["midi", "--out", "x", "--map", "y"], 2, "--map is for what comes"),
            (["midi", "--jack", "--out", "x", "--map", "y"], 2, "--map is for what comes"),
            (["midi", "--in", "x", "--offset", "5"], 2, "--offset is for the clock that is sent"),
            (["midi", "--jack", "--in", "x", "--offset", "5"], 2, "name its port with --out"),
            (["midi", "--out", "x", "--in-offset", "5"], 2, "--in-offset is for the clock that comes"),
            (["midi", "learn", "--in", "x", "--out", "y"], 2, "leave --out out"),
            (["midi", "learn", "--jack", "--map", "y"], 2, "leave --map out"),
            (["midi", "--out", "x", "--offset", "2000"], 2, "-1000 to 1000"),
            (["midi", "learn"], 2, "name it with --in"), (["midi", "teach", "--in", "x"], 2, "teach"),
            (["mid"], 2, "unexpected argument"),
        ] as [([String], Int32, String)] {
            let outcome = try run(home, words)
            #expect(outcome.end == .exit(status), "\(words): \(outcome.end)")
            #expect(outcome.stderr.contains(reason), "\(words): \(outcome.stderr)")
        }
    }

    // MARK: Open Sound Control

    /// A program that sends to a bridge and takes what comes back.
    private struct Sender: ~Copyable {
        private var socket: UDPSocket
        let bridge: InternetAddress
        private(set) var messages: [OSCMessage] = []

        var port: UInt16 { socket.address.port }

        init(to bridge: InternetAddress) throws {
            socket = try UDPSocket(at: InternetAddress(host: 0x7F00_0001, port: 0))
            self.bridge = bridge
        }

        func send(_ address: String, _ arguments: OSCArgument...) { send(OSCMessage(address, arguments).bytes) }

        func send(_ bytes: [UInt8]) { _ = socket.send(bytes, to: bridge) }

        /// Takes messages until a number of a range has come to an address.
        mutating func wait(_ address: String, within numbers: ClosedRange<Float>) throws {
            let end = ContinuousClock.now + patience
            while ContinuousClock.now < end {
                if case .float(let number)? = try take(at: address).last?.arguments.first, numbers.contains(number) {
                    return
                }
            }
            throw HarnessError("no number of \(numbers) comes to \(address)")
        }

        /// Takes messages until these arguments have come to an address.
        mutating func wait(_ address: String, _ arguments: OSCArgument...) throws {
            while try take(at: address).last?.arguments != arguments {}
        }

        /// The messages at an address, once at least `count` have come.
        mutating func take(
            _ count: Int = 1, at address: String, withinMs: Int64 = patience.components.seconds * 1000
        ) throws -> [OSCMessage] {
            let end = MonotonicClock.nowNs + withinMs * 1_000_000
            while messages.count(where: { $0.address == address }) < count {
                guard MonotonicClock.nowNs < end else { throw HarnessError("no \(address) in \(messages)") }
                guard case .datagram(let bytes, _) = socket.next() else {
                    PreciseWait.forInput(of: socket.descriptor, untilNs: end)
                    continue
                }
                messages += OSCPacket.messages(in: bytes) ?? []
            }
            defer { messages.removeAll { $0.address == address } }
            return messages.filter { $0.address == address }
        }
    }

    /// Starts `metrobridge osc` on a free port.
    private func oscBridge(_ home: Home) throws -> (child: ChildProcess, address: InternetAddress) {
        let child = try bridge(home, ["osc", "--port", "0"])
        let port = try poll(for: "the port") {
            child.stderr.split(separator: "listening on 127.0.0.1:").dropFirst().first.flatMap {
                UInt16($0.prefix { $0.isNumber })
            }
        }
        return (child, InternetAddress(host: 0x7F00_0001, port: port))
    }

    @Test func `commands by OSC are answered, and beats are told as they are heard`() throws {
        let home = try Home()
        try home.withDaemon(["--bpm", "300", "--meter", "3/4", "--no-play"]) { daemon in
            let (child, address) = try oscBridge(home)
            defer { child.kill() }
            var sender = try Sender(to: address)
            // It has a state to tell once it is connected.
            _ = try poll(for: "the daemon") {
                sender.send("/klick/check")
                return (try? sender.take(at: "/klick/ready", withinMs: 200)) != nil ? true : nil
            }
            let told: [JSONValue] = [["name": "osc", "to": .string("UDP \(address)"), "trouble": .null]]
            try poll(for: "the bridge in the list") {
                try daemon.connect().say("bridges")["bridges"]?.array == told ? true : nil
            }
            sender.send("/metronomed/subscribe")
            _ = try sender.take(at: "/metronomed/state")
            sender.send("/metronomed/tempo", .float(240))
            let answer = try sender.take(at: "/metronomed/answer")[0]
            #expect(answer.arguments.first?.string == "/metronomed/tempo")
            #expect(answer.arguments.last?.string?.contains(#""bpm":240"#) == true)
            sender.send("/metronomed/tempo", .float(24_000))
            #expect(try sender.take(at: "/metronomed/error")[0].arguments.last?.string?.contains("1000") == true)
            // A beat that a busy bridge comes too late for is left out.
            try trials(20) { _ in
                sender.send("/metronomed/start")
                let beats = try sender.take(4, at: "/metronomed/beat").prefix(4).map(\.arguments)
                sender.send("/metronomed/stop")
                while try sender.take(at: "/metronomed/answer").last?.arguments.first?.string != "/metronomed/stop" {}
                _ = try sender.take(0, at: "/metronomed/beat")
                let places = beats.compactMap { beat -> Int32? in
                    guard case (.int(let bar), .int(let inBar)) = (beat[0], beat[1]) else { return nil }
                    return 3 * (bar - 1) + inBar
                }
                #expect(places.count == 4 && zip(places, places.dropFirst()).allSatisfy { $0 < $1 }, "\(beats)")
                #expect(beats.allSatisfy { $0.last == .float(240) }, "\(beats)")
                try ensure(places == [1, 2, 3, 4], "\(beats)")
            }
            child.signal(SIGTERM)
            #expect(try child.end() == .exit(0))
        }
    }

    @Test func `a client that was written for klick sets, asks and is told`() throws {
        let home = try Home()
        try home.withDaemon(["--no-play", "--bell-every", "bar"]) { daemon in
            let (child, address) = try oscBridge(home)
            defer { child.kill() }
            var client = try Sender(to: address)
            var listener = try Sender(to: address)
            client.send("/klick/ping")
            _ = try client.take(at: "/klick/pong")
            _ = try poll(for: "the daemon") {
                client.send("/klick/check")
                return (try? client.take(at: "/klick/ready", withinMs: 200)) != nil ? true : nil
            }
            client.send("/klick/register_client", .string("osc.udp://localhost:\(listener.port)/"))
            client.send("/klick/simple/set_tempo", .float(133.25))
            try listener.wait("/klick/simple/tempo", .float(133.25))
            client.send("/klick/simple/set_meter", .int(3), .int(4))
            try listener.wait("/klick/simple/meter", .int(3), .int(4))
            client.send("/klick/simple/set_pattern", .string("Xx."))
            try listener.wait("/klick/simple/pattern", .string("Xx."))
            client.send("/klick/metro/start")
            try listener.wait("/klick/metro/active", .int(1))
            // What others change is told too.
            try daemon.connect().say("tempo 90")
            try listener.wait("/klick/simple/tempo", .float(90))
            client.send("/klick/query")
            #expect(try client.take(at: "/klick/metro/type")[0].arguments == [.string("simple")])
            client.send("/klick/quit")
            try listener.wait("/klick/metro/active", .int(0))
            // The daemon and the bridge are there still.
            client.send("/klick/ping")
            _ = try client.take(at: "/klick/pong")
        }
    }

    @Test func `a tempo of klick's that grows begins and goes on with the tempo that was set last`() throws {
        let home = try Home()
        try home.withDaemon(["--no-play", "--bell-every", "bar"]) { daemon in
            let (child, address) = try oscBridge(home)
            defer { child.kill() }
            var client = try Sender(to: address)
            try poll(for: "the daemon") {
                client.send("/klick/check")
                return (try? client.take(at: "/klick/ready", withinMs: 200)) != nil ? true : nil
            }
            client.send("/klick/register_client")
            for (name, number) in [("tempo_increment", 1), ("tempo", 400)] as [(String, Float)] {
                client.send("/klick/simple/set_\(name)", .float(number))
                try client.wait("/klick/simple/\(name)", .float(number))
            }
            client.send("/klick/metro/start")
            // A busy bridge may leave a beat out.
            try client.wait("/klick/simple/current_tempo", within: 405...500)
            // One with a start is not led back there.
            client.send("/klick/simple/set_tempo_start", .float(300))
            try client.wait("/klick/simple/current_tempo", within: 305...399)
            client.send("/klick/simple/set_tempo", .float(600))
            try client.wait("/klick/simple/current_tempo", .float(600))
            let after = try daemon.connect().say("status")
            #expect(after["settings"]?["speed_trainer"] == "300 to 600 by 1 every 1")
            #expect(after["practice"]?["speed"]?["from"] == 600)
            client.send("/klick/simple/query")
            #expect(try client.take(at: "/klick/simple/tempo").last?.arguments == [.float(600)])
        }
    }

    @Test func `clients that are gone make room for others`() throws {
        let home = try Home()
        try home.withDaemon(["--no-play"]) { daemon in
            let (child, address) = try oscBridge(home)
            defer { child.kill() }
            let client = try daemon.connect()
            try poll(for: "the bridge") { try client.say("bridges")["bridges"]?.array == [] ? nil : true }
            for _ in 0..<OSCService.mostClients {
                var sender = try Sender(to: address)
                sender.send("/metronomed/subscribe")
                _ = try sender.take(at: "/metronomed/state")
            }
            // The machine says that nobody is at those ports once something was sent there.
            try client.say("tempo 90")
            var sender = try Sender(to: address)
            try poll(for: "room") {
                sender.send("/metronomed/subscribe")
                return (try? sender.take(at: "/metronomed/state", withinMs: 200)) != nil ? true : nil
            }
        }
    }

    @Test func `packets that are none harm nobody`() throws {
        let home = try Home()
        let (child, address) = try oscBridge(home)
        defer { child.kill() }
        var sender = try Sender(to: address)
        let bundle = Array("#bundle\0".utf8) + [UInt8](repeating: 0, count: 8)
        for _ in 0..<20 {
            for bytes in [
                [], [0], [0x2F], Array("/klick/ping".utf8), bundle + [255, 255, 255, 255],
                bundle + [UInt8](repeating: 0, count: 60_000), Array("/klick/ping\0,ssss\0\0\0".utf8),
                [UInt8](repeating: 0x2F, count: 65_504), Array("/a\0\0,b\0\0".utf8) + [127, 255, 255, 255],
            ] { sender.send(bytes) }
            sender.send("/klick/ping")
            _ = try sender.take(at: "/klick/pong")
        }
        sender.send("/metronomed/start")
        let refusal = try sender.take(at: "/metronomed/error")[0].arguments.last?.string
        #expect(refusal?.contains("there is no daemon") == true)
        child.signal(SIGTERM)
        #expect(try child.end() == .exit(0))
    }

    @Test func `an address that cannot be used, and one that is open to everybody, are refused`() throws {
        let home = try Home()
        let (child, address) = try oscBridge(home)
        defer { child.kill() }
        for (words, status, reason) in [
            (
                ["osc", "--port", "\(address.port)"], 1,
                "cannot listen on 127.0.0.1:\(address.port): Address already in use"
            ),
            (["osc", "--port", "9", "--listen", "0.0.0.0"], 2, "say who may with --allow"),
            (["osc", "--port", "9", "--listen", "laptop", "--allow", "10.0.0.1"], 2, "an address of IPv4"),
            (["osc", "--port", "9", "--allow", "10.0.0.1,10.0.0"], 2, "--allow takes addresses"),
            (["osc", "--port", "0", "--listen", "192.0.2.1", "--allow", "10.0.0.1"], 1, "Cannot assign requested"),
            (["osc", "--port", "70000"], 2, "70000"), (["osc"], 2, "missing expected argument '--port"),
        ] as [([String], Int32, String)] {
            let outcome = try run(home, words)
            #expect(outcome.end == .exit(status), "\(words): \(outcome.end)")
            #expect(outcome.stderr.contains(reason), "\(words): \(outcome.stderr)")
        }
    }
}
