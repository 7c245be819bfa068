// SPDX-License-Identifier: Apache-2.0

import Bridges
import Foundation
import Glibc
import MetronomeControl
import MetronomeLinux
import Testing

/// The scripts of `Docs/examples` that join the metronome to a desktop, to a home, and to what was written for klick.
@Suite(.waitsFirst, .serialized) struct HomeExamplesTests {
    // MARK: klick

    /// What a program sends that has started klick.
    private struct KlickClient: ~Copyable {
        private var socket: UDPSocket
        private let klick: InternetAddress

        init(port: UInt16) throws {
            socket = try UDPSocket(at: InternetAddress(host: 0x7F00_0001, port: 0))
            klick = InternetAddress(host: 0x7F00_0001, port: port)
        }

        func send(_ address: String, _ arguments: OSCArgument...) {
            _ = socket.send(OSCMessage(address, arguments).bytes, to: klick)
        }

        /// Waits until klick says that it is ready.
        mutating func waitUntilReady() throws {
            let end = ContinuousClock.now + patience
            while ContinuousClock.now < end {
                send("/klick/check")
                // While nobody has the port, the machine says so at once.
                wait(milliseconds: 20)
                PreciseWait.forInput(of: socket.descriptor, untilNs: MonotonicClock.nowNs + 100_000_000)
                guard case .datagram(let bytes, _) = socket.next() else { continue }
                if OSCPacket.messages(in: bytes)?.first?.address == "/klick/ready" { return }
            }
            throw HarnessError("klick is not ready")
        }
    }

    private func freePort() throws -> UInt16 {
        try UDPSocket(at: InternetAddress(host: 0x7F00_0001, port: 0)).address.port
    }

    @Test func `klick starts a daemon where none runs, plays, and ends it with quit or a signal`() throws {
        for quits in [true, false] {
            let home = try Home()
            let port = try freePort()
            let child = try ExamplesTests.start("klick", ["-n", "click", "-P", "-o", "\(port)"], home)
            defer { child.kill() }
            var client = try KlickClient(port: port)
            try client.waitUntilReady()
            client.send("/klick/simple/set_tempo", .float(133))
            client.send("/klick/metro/start")
            try poll(for: "the beat") {
                let status = try home.connect().status()
                return status.playing && status.bpm == 133 ? true : nil
            }
            if quits { client.send("/klick/quit") } else { child.signal(SIGTERM) }
            #expect(try child.end() == .exit(0), "\(child.stderr)")
            #expect(throws: ClientError.self) { try home.connect() }
        }
    }

    @Test func `klick leaves a daemon that runs already, and its beat stops`() throws {
        try withDaemon("--bpm", "400") { daemon in
            let port = try freePort()
            let child = try ExamplesTests.start("klick", ["-o", "\(port)"], daemon.home)
            defer { child.kill() }
            var client = try KlickClient(port: port)
            try client.waitUntilReady()
            #expect(try daemon.status().playing)
            client.send("/klick/quit")
            #expect(try child.end() == .exit(0), "\(child.stderr)")
            #expect(try !daemon.status().playing)
        }
    }

    @Test func `klick says what it does not do`() throws {
        let home = try Home()
        for arguments in [[], ["-o"], ["-o", "osc"], ["-f", "map"], ["-o", "9000", "120"]] {
            let child = try ExamplesTests.start("klick", arguments, home)
            #expect(try child.end() == .exit(2) && child.stderr.contains("usage: klick -o PORT"), "\(child.stderr)")
        }
    }

    // MARK: desktops

    /// Runs a command that a block has for clicks, as the bar does.
    private func click(_ command: String, _ home: Home) throws {
        let programs = URL(filePath: Built.metroctl).deletingLastPathComponent().path
        let environment = home.environment.merging(["PATH": "\(programs):/usr/bin:/bin"]) { $1 }
        let child = try ChildProcess("/bin/sh", ["-c", command], environment: environment, in: home.folder)
        #expect(try child.end() == .exit(0) && child.stdout.isEmpty && child.stderr.isEmpty, "\(child.stderr)")
    }

    @Test func `polybar's block has the beat, and commands for the buttons that polybar runs`() throws {
        try withDaemon("--bpm", "300", "--meter", "3/4") { daemon in
            let child = try ExamplesTests.start("status-block", ["polybar"], daemon.home)
            defer { child.kill() }
            let line = try poll(for: "the third beat") {
                child.stdout.split(separator: "\n").first { $0.contains("300 · 3%{A}") }
            }
            let buttons = line.matches(of: #/%{A(\d):([^:]*):}/#).map { (String($0.1), String($0.2)) }
            #expect(buttons.map(\.0) == ["1", "4", "5"] && line.hasSuffix("%{A}%{A}%{A}"))
            for (_, command) in buttons.dropFirst() { try click(command, daemon.home) }
            #expect(try daemon.status().bpm == 300 && daemon.status().history.undo == 2)
            try click(buttons[0].1, daemon.home)
            #expect(try !daemon.status().playing)
        }
    }

    @Test func `waybar's block is JSON`() throws {
        try withDaemon("--bpm", "300") { daemon in
            let child = try ExamplesTests.start("status-block", ["waybar"], daemon.home)
            defer { child.kill() }
            let line = try poll(for: "a beat") { child.stdout.split(separator: "\n").first { $0.contains("300 · ") } }
            #expect(try JSONLine.parse(Array(line.utf8))["alt"] == "playing")
        }
    }

    @Test func `Argos' menu starts, stops, changes and undoes, and is empty without a daemon`() throws {
        func menu(_ home: Home) throws -> [Substring] {
            let child = try ExamplesTests.start("status-block", ["argos"], home)
            #expect(try child.end() == .exit(0) && child.stderr.isEmpty, "\(child.stderr)")
            return child.stdout.split(separator: "\n")
        }
        try withDaemon("--bpm", "300") { daemon in
            let lines = try menu(daemon.home)
            #expect(lines.first?.contains("300 bpm") == true && lines.dropFirst().first == "---", "\(lines)")
            var commands: [String] = []
            for line in lines.dropFirst(2) {
                let item = try #require(
                    line.wholeMatch(of: #/[A-Z][a-z ]+ \| bash='([^']+)' terminal=false refresh=true/#))
                commands.append(String(item.1))
            }
            #expect(commands.count == 4)
            for (command, bpm) in zip(commands.dropFirst(), [305.0, 300, 305]) {
                try click(command, daemon.home)
                #expect(try daemon.status().bpm == bpm, "\(command)")
            }
            try click(commands[0], daemon.home)
            #expect(try !daemon.status().playing)
        }
        #expect(try menu(Home()).isEmpty)
    }

    @Test func `a bar that is not known is refused`() throws {
        let child = try ExamplesTests.start("status-block", ["i4blocks"], Home())
        #expect(try child.end() == .exit(2) && child.stderr.contains("i3blocks, polybar, waybar and argos"))
    }

    // MARK: a home

    @Test(.enabled(if: Python.mqtt != nil, "python3-paho-mqtt is not installed"))
    func `Home Assistant finds a number, a switch and an event, and they work`() throws {
        let home = try Home()
        let folder = home.folder
        let fifo = folder("fifo")
        try #require(mkfifo(fifo, 0o600) == 0)
        // Open for both, so that it does not end with a writer.
        let wishes = open(fifo, O_RDWR)
        defer { close(wishes) }
        let broker = try Python.start("mqtt_broker.py", [folder("messages"), fifo], at: home)
        defer { broker.kill() }
        let port = try poll(for: "the broker") { broker.stdout.isEmpty ? nil : String(broker.stdout.dropLast()) }
        func messages() throws -> [JSONValue] {
            try String(decoding: folder.bytes("messages"), as: UTF8.self).split(separator: "\n")
                .map { try JSONLine.parse(Array($0.utf8)) }
        }
        func last(_ topic: String) throws -> String? {
            try messages().last { $0["topic"]?.string?.hasSuffix(topic) == true }?["text"]?.string
        }
        func wish(_ topic: String, _ text: String) {
            let line = Array("\(topic) \(text)\n".utf8)
            _ = write(wishes, line, line.count)
        }
        func expect(_ topic: String, _ text: String) throws {
            try poll(for: "\(text) at \(topic)") { try last(topic) == text ? true : nil }
        }
        let child = try Python.start(
            [ExamplesTests.folder + "/mqtt.py", "127.0.0.1", port], home.environment, in: folder,
            program: try #require(Python.mqtt))
        defer { child.kill() }
        // Without a daemon it is there and says so.
        try expect("/status", "offline")
        try home.withDaemon(["--bpm", "600", "--no-play"]) { daemon in
            try expect("/status", "online")
            try expect("/playing", "OFF")
            var topics: [String: String] = [:]
            for kind in ["number", "switch", "event"] {
                let text = try #require(
                    try messages().first { $0["topic"]?.string?.hasPrefix("homeassistant/\(kind)/") == true })
                #expect(text["retain"] == true && text["topic"]?.string?.hasSuffix("/config") == true)
                let config = try JSONLine.parse(Array((text["text"]?.string ?? "").utf8))
                #expect(config["unique_id"]?.string?.hasPrefix("metronomed_") == true && config["device"] != nil)
                topics[kind] = config["command_topic"]?.string
                #expect(config["state_topic"]?.string?.hasPrefix("metronomed/") == true)
                if kind == "event" { #expect(config["event_types"] == ["bell", "accent", "normal", "ghost"]) }
            }
            let (number, toggle) = (try #require(topics["number"]), try #require(topics["switch"]))
            #expect(topics["event"] == nil)
            wish(number, "450")
            try expect("/tempo", "450")
            wish(toggle, "ON")
            try expect("/playing", "ON")
            #expect(try daemon.status().playing && daemon.status().bpm == 450)
            // What others change is told too, and what is wrong is refused and harms nothing.
            try daemon.connect().say("meter 2/4")
            wish(number, "fast")
            try poll(for: "beats") {
                let beats = try messages().filter { $0["topic"]?.string?.hasSuffix("/beat") == true }
                    .compactMap { $0["text"]?.string }
                return beats.contains { $0.contains("\"bell\"") } && beats.contains { $0.contains("\"normal\"") }
                    ? true : nil
            }
            try daemon.connect().say("tempo 500")
            try expect("/tempo", "500")
            wish(toggle, "OFF")
            try expect("/playing", "OFF")
            try poll(for: "the refusal") { child.stderr.contains("'fast'") ? true : nil }
        }
        try expect("/status", "offline")
        #expect(try messages().first?["will"]?.string?.hasSuffix("/status") == true)
        child.signal(SIGTERM)
        #expect(try child.end() == .exit(0), "\(child.stderr)")
        #expect(broker.ended() == nil || broker.ended() == .exit(0), "\(broker.stderr)")
    }

    @Test(.enabled(if: Python.mqtt != nil, "python3-paho-mqtt is not installed"))
    func `a broker's refusal of the password is said`() throws {
        let home = try Home()
        let broker = try Python.start("mqtt_broker.py", [home.folder("messages"), "no fifo", "right"], at: home)
        defer { broker.kill() }
        let port = try poll(for: "the broker") { broker.stdout.isEmpty ? nil : String(broker.stdout.dropLast()) }
        let login = ["MQTT_USERNAME": "me", "MQTT_PASSWORD": "wrong"]
        let child = try Python.start(
            [ExamplesTests.folder + "/mqtt.py", "127.0.0.1", port], home.environment.merging(login) { $1 },
            in: home.folder, program: try #require(Python.mqtt))
        defer { child.kill() }
        try poll(for: "the refusal") { child.stderr.contains("mqtt.py: the broker refuses: ") ? true : nil }
        #expect(try broker.end() == .exit(0), "\(broker.stderr)")
        // Of its end a broker that is away is not told.
        child.signal(SIGTERM)
        #expect(try child.end() == .exit(0) && !child.stderr.contains("Traceback"), "\(child.stderr)")
    }
}
