// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import MetronomeControl
import MetronomeLinux
import Testing

/// The examples that switch lights.
@Suite(.waits, .serialized) struct LightsTests {
    /// What a light was set to, and when that was seen.
    private struct Level {
        var value: Int
        var atNs: Int64
    }

    /// Starts the music, and checks what a light does with its first beats: on with each, not before it is heard, and off
    /// again. A machine that builds and tests at the same time may leave out a beat.
    ///
    /// - Parameters:
    ///   - shown: the levels that the light was set to since the last call.
    ///   - level: of a beat.
    ///   - shortestNs: how long the light stays on at least.
    private func expectFlashes(
        _ daemon: DaemonProcess, shown: () throws -> [Int], level: (BeatEvent) -> Int, shortestNs: (BeatEvent) -> Int64
    ) throws {
        let client = try daemon.connect()
        _ = try client.subscribe("beat")
        try daemon.connect().say("start")
        var beats: [BeatEvent] = []
        // Where this test or the light comes a beat late, a flash looks like that of another beat.
        try trials { _ in
            var levels: [Level] = []
            try poll(for: "flashes") { () -> Bool? in
                let values = try shown()
                let now = MonotonicClock.nowNs
                while let line = try client.nextEvent(timeout: .zero) {
                    if case .beat(let beat)? = try Event(line: line) { beats.append(beat) }
                }
                for value in values where value != levels.last?.value ?? 0 {
                    levels.append(Level(value: value, atNs: now))
                }
                return levels.count >= 12 ? true : nil
            }
            var last = -1
            for (on, off) in zip(levels, levels.dropFirst()) where on.value != 0 {
                guard let beat = beats.last(where: { $0.atNs <= on.atNs }) else { throw HarnessError("it is early") }
                let isLit = on.value == level(beat) && off.value == 0 && off.atNs >= beat.atNs + shortestNs(beat)
                try ensure(isLit && beat.beatIndex > last, "\(beat): \(on), \(off)")
                last = beat.beatIndex
            }
        }
        try daemon.connect().say("stop")
    }

    private let music = ["--bpm", "150", "--meter", "2/4", "--bell-every", "bar", "--no-play"]

    @Test func `an LED flashes with each beat as it is heard, longer with the bell, and is dark in the end`() throws {
        let home = try Home()
        let path = home.folder("brightness")
        mkfifo(path, 0o600)
        let led = open(path, O_RDONLY | O_NONBLOCK)
        defer { close(led) }
        try home.folder.write("7\n", to: "max_brightness")
        func shown() -> [Int] {
            var bytes = [UInt8](repeating: 0, count: 256)
            let count = read(led, &bytes, bytes.count)
            return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
                .compactMap { Int($0) }
        }
        try home.withDaemon(music) { daemon in
            let child = try ExamplesTests.start("led.py", [path], home)
            defer { child.kill() }
            try expectFlashes(
                daemon, shown: shown, level: { _ in 7 }, shortestNs: { $0.bell ? 120_000_000 : 40_000_000 })
            child.signal(SIGTERM)
            #expect(try child.end() == .exit(0), "\(child.stderr)")
            #expect(shown().last ?? 0 == 0)
        }
        let child = try ExamplesTests.start("led.py", [home.folder("no/led")], home)
        #expect(try child.end() == .exit(1) && child.stderr.contains("cannot be written"))
        #expect(try ExamplesTests.start("led.py", [], home).end() == .exit(1))
    }

    @Test func `a lamp on a DMX line flashes with each beat as it is heard, by packets of Art-Net`() throws {
        let home = try Home()
        var node = try UDPSocket(at: InternetAddress(host: 0x7F00_0001, port: 0))
        let address = "127.0.0.1:\(node.address.port)"
        var packets: [[UInt8]] = []
        try home.withDaemon(music) { daemon in
            let child = try ExamplesTests.start("artnet.py", [address, "258", "3"], home)
            defer { child.kill() }
            try expectFlashes(
                daemon,
                shown: {
                    guard case .datagram(let bytes, _) = node.next() else { return [] }
                    packets.append(bytes)
                    return bytes.count > 20 ? [Int(bytes[20])] : []
                }, level: { $0.bell ? 255 : 100 }, shortestNs: { Int64(20e9 / $0.bpm) })
            child.signal(SIGTERM)
            #expect(try child.end() == .exit(0), "\(child.stderr)")
        }
        // Its name, the code of ArtDMX, protocol 14, a number that rises, port 0, universe 258, and four channels.
        for (number, packet) in packets.enumerated() {
            let head = Array("Art-Net\0".utf8) + [0x00, 0x50, 0, 14, UInt8(number % 255 + 1), 0, 2, 1, 0, 4]
            #expect(packet.count == 22 && packet.prefix(18) == head[...], "\(packet)")
            #expect(packet.suffix(4).enumerated().allSatisfy { $0 == 2 || $1 == 0 })
        }
        for words in [["127.0.0.1", "0", "513"], ["127.0.0.1", "40000"], ["127.0.0.1:x"]] {
            #expect(try ExamplesTests.start("artnet.py", words, home).end() == .exit(1))
        }
        for (name, words) in [("artnet.py", ["127.0.0.1"]), ("led.py", [try home.folder.write("0", to: "led")])] {
            let child = try ExamplesTests.start(name, words, home)
            #expect(try child.end() == .exit(1) && child.stderr.contains("no daemon at"), "\(child.stderr)")
        }
    }

    @Test func `a socket in the home folder is found, and without a place for one they say so`() throws {
        var home = try Home()
        let led = try home.folder.write("0", to: "led")
        for (name, words) in [("artnet.py", ["127.0.0.1"]), ("led.py", [led])] {
            home.environment["METRONOMED_SOCKET"] = "~/x.sock"
            let child = try ExamplesTests.start(name, words, home)
            let path = try #require(home.environment["HOME"]) + "/x.sock"
            #expect(try child.end() == .exit(1) && child.stderr.contains("no daemon at \(path)"), "\(child.stderr)")
            home.environment["METRONOMED_SOCKET"] = ""
            for folder in [nil, "run"] {
                home.environment["XDG_RUNTIME_DIR"] = folder
                let lost = try ExamplesTests.start(name, words, home)
                #expect(try lost.end() == .exit(1) && !lost.stderr.contains("Traceback"), "\(lost.stderr)")
                #expect(lost.stderr.contains("\(name): set XDG_RUNTIME_DIR"), "\(lost.stderr)")
            }
        }
    }

    // Names that are refused before anything is asked for them.
    @Test(arguments: ["a..b", String(repeating: "x", count: 64) + ":6454"])
    func `a node that does not exist is named`(_ node: String) throws {
        let home = try Home()
        let child = try ExamplesTests.start("artnet.py", [node], home)
        #expect(try child.end() == .exit(1))
        #expect(child.stderr == "artnet.py: no host \(node.prefix { $0 != ":" })\n")
    }

    @Test func `a packet that cannot be sent is left out`() throws {
        let home = try Home()
        try home.withDaemon(["--bpm", "600"]) { daemon in
            // No packet has a way to port 0, as none has while a network is away.
            let child = try ExamplesTests.start("artnet.py", ["127.0.0.1:0"], home)
            defer { child.kill() }
            // Once it has two sockets, that for the packets and that of the daemon, and ten beats were sent to both.
            try poll(for: "its connection") { child.socketCount > 1 ? true : nil }
            let client = try daemon.connect()
            _ = try client.subscribe("beat")
            for _ in 0..<10 { _ = try client.nextBeat() }
            #expect(child.ended() == nil, "\(child.stderr)")
            child.signal(SIGTERM)
            #expect(try child.end() == .exit(0) && child.stderr.isEmpty, "\(child.stderr)")
        }
    }

    @Test func `each of them has less than 60 lines`() throws {
        for name in ["led.py", "artnet.py"] {
            let text = try String(contentsOfFile: "\(ExamplesTests.folder)/\(name)", encoding: .utf8)
            #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 60)
        }
    }
}
