// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import Glibc
import MetronomeControl
import MetronomeLinux

/// A daemon, metrolink on a network of its own, and others on a network that is connected with it.
final class Stage {
    let folder: String
    let networks: Networks
    private(set) var daemon: Program?
    private(set) var link: Program?
    private var server: Program?
    private var card: String?
    private var environment: [String: String] = [:]
    private var count = 0

    /// A stage; the daemon plays on a card that is fast by `ppm`, or on none.
    init(cardPPM ppm: Int? = nil) throws {
        folder = "/tmp/metrolink-\(UInt32.random(in: 0 ... .max))"
        for name in ["", "/run", "/config", "/state", "/sounds"] {
            try FileManager.default.createDirectory(atPath: folder + name, withIntermediateDirectories: false)
        }
        networks = try Networks(folder: folder)
        environment = [
            "HOME": folder, "XDG_RUNTIME_DIR": folder + "/run", "XDG_CONFIG_HOME": folder + "/config",
            "XDG_STATE_HOME": folder + "/state", "METRONOMED_SOCKET": folder + "/s", "LC_ALL": "C.UTF-8",
            "METRONOMED_OUTPUT": ppm == nil ? "clock" : "alsa", "ALSA_CONFIG_PATH": folder + "/asound.conf",
            "METRONOMED_SOUNDS": folder + "/sounds",
        ]
        if let ppm {
            let device = "{ type virtual capture \"\(folder)/heard\" control \"\(folder)/card\" ppm \(ppm) }"
            try "pcm_type.virtual { lib \"\(Built.card)\" }\npcm.!default \(device)\n"
                .write(toFile: folder + "/asound.conf", atomically: false, encoding: .utf8)
            try Data(count: 4096).write(to: URL(filePath: folder + "/card"))
            for name in ["beat", "bell"] {
                try Data(Self.click).write(to: URL(filePath: "\(folder)/sounds/\(name).wav"))
            }
        }
    }

    deinit {
        (link, daemon, server) = (nil, nil, nil)
        try? FileManager.default.removeItem(atPath: folder)
    }

    // MARK: programs

    private func errors(_ name: String) -> String {
        count += 1
        return "\(folder)/\(name)-\(count)"
    }

    /// Starts the daemon, and waits until it answers.
    func startDaemon(_ words: String...) throws {
        daemon = try Program([Built.metronomed] + words, environment: environment, errors: errors("daemon"))
        try poll(for: "daemon") { try? status() }
    }

    /// Starts metrolink, and waits until the daemon knows it.
    func startLink() throws {
        link = try Program(
            networks.command([Built.metrolink], in: .ours), environment: environment, errors: errors("link"))
        try poll(for: "metrolink: \(link?.said ?? "")") { try report() }
    }

    func killDaemon() { daemon?.kill() }
    func killLink() { link?.kill() }
    func signalLink(_ number: CInt) { link?.signal(number) }

    /// Starts LinkHut in place of the daemon, on the card by JACK, and lets it play.
    func startLinkHut(_ paths: (hut: String, jackd: String)) throws {
        let driver = ["-d", "alsa", "-P", "default", "-r", "48000", "-p", "256", "-n", "3"]
        link = try linkHut(paths, by: driver, in: .ours)
        wait(seconds: 2)
        try link?.type(" ")
    }

    /// LinkHut as another participant, by a server of JACK that has no card.
    func linkHut(_ paths: (hut: String, jackd: String)) throws -> Program {
        try linkHut(paths, by: ["-d", "dummy", "-r", "48000", "-p", "256"], in: .theirs)
    }

    /// Starts it with Link on.
    private func linkHut(
        _ paths: (hut: String, jackd: String), by driver: [String], in network: Networks.Side
    ) throws -> Program {
        let name = "metrolink-test"
        var environment = environment
        environment["JACK_NO_AUDIO_RESERVATION"] = "1"
        environment["JACK_DEFAULT_SERVER"] = name
        let priority = geteuid() == 0 ? ["-R", "-P", "40"] : ["-r"]
        server = try Program(
            [paths.jackd] + priority + ["-n", name] + driver, environment: environment, errors: errors("jackd"))
        wait(seconds: 2)
        let hut = try Program(
            networks.command(["/bin/sh", "-c", "exec \"$0\" > /dev/null", paths.hut], in: network),
            environment: environment, errors: errors("hut"), asks: true)
        wait(seconds: 2)
        try hut.type("a")
        return hut
    }

    /// Another participant, on the other network.
    func peer(bpm: Double = 120) throws -> Peer {
        Peer(
            program: try Program(
                networks.command([Built.peer, "\(bpm)"], in: .theirs), errors: errors("peer"), asks: true))
    }

    /// Waits until metrolink has a number of peers in its session.
    func waitForPeers(_ number: Int, within seconds: Double = 30) throws {
        try poll(for: "\(number) peers", within: seconds) { try report()?.peers == number ? true : nil }
    }

    /// What `metroctl` prints.
    func metroctl(_ words: String...) throws -> String {
        let out = errors("metroctl")
        let program = try Program(
            ["/bin/sh", "-c", "exec \"$0\" \"$@\" >&2", Built.metroctl] + words, environment: environment, errors: out)
        _ = try program.status()
        return program.said
    }

    // MARK: the daemon

    func connect() throws -> ControlClient { try .connect(path: folder + "/s", timeout: .seconds(5)) }

    @discardableResult func say(_ words: String) throws -> JSONValue {
        try connect().call(words: words, timeout: .seconds(10)).get()
    }

    func status() throws -> Status {
        try connect().call("status", as: Status.self, timeout: .seconds(5)).get()
    }

    /// What metrolink says of itself.
    func report() throws -> BridgeList.Bridge? {
        try connect().call("bridge.list", as: BridgeList.self, timeout: .seconds(5)).get().bridges.first
    }

    /// Waits until the daemon has a state.
    func waitUntil(_ what: String, within seconds: Double = 30, _ isSo: (Status) -> Bool) throws {
        do { try poll(for: what, within: seconds) { isSo(try status()) ? true : nil } } catch {
            throw HarnessError("\(error): \(try status())")
        }
    }

    /// The beats that the daemon tells in some seconds, by their index, as they were told last.
    func beats(for seconds: Double, also: () throws -> Void = {}) throws -> [BeatEvent] {
        let client = try connect()
        _ = try client.call(words: "subscribe beat", timeout: .seconds(5)).get()
        let end = MonotonicClock.nowNs + Int64(seconds * 1e9)
        var beats: [Int: BeatEvent] = [:]
        while MonotonicClock.nowNs < end {
            guard let line = try client.nextEvent(timeout: .milliseconds(100)) else { continue }
            if case .beat(let beat) = try Event(line: line) { beats[beat.beatIndex] = beat }
            try also()
        }
        return beats.values.filter { $0.atNs < end }.sorted { $0.atNs < $1.atNs }
    }

    // MARK: the card

    /// When clicks were heard from the card, CLOCK_MONOTONIC.
    func heard() throws -> [Int64] {
        let head = try Data(contentsOf: URL(filePath: folder + "/card"))
        let origin = head.withUnsafeBytes { $0.loadUnaligned(as: Int64.self) }
        let data = try Data(contentsOf: URL(filePath: folder + "/heard"))
        var (onsets, last): ([Int64], Int) = ([], -4800)
        data.withUnsafeBytes { bytes in
            for (frame, sample) in bytes.bindMemory(to: Float.self).enumerated() where abs(sample) > 1e-3 {
                if frame - last > 480 { onsets.append(origin + Int64(Double(frame) / 48000 * 1e9)) }
                last = frame
            }
        }
        return onsets
    }

    /// A WAV file of a click that is loud from its first frame on.
    private static var click: [UInt8] {
        func word(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(value >> (8 * $0) & 255) } }
        let samples = (0..<96).flatMap { word(Int(20_000 * (1 - Double($0) / 96)), 2) }
        return Array("RIFF".utf8) + word(36 + samples.count, 4) + Array("WAVEfmt ".utf8) + word(16, 4) + word(1, 2)
            + word(1, 2) + word(48000, 4) + word(96000, 4) + word(2, 2) + word(16, 2) + Array("data".utf8)
            + word(samples.count, 4) + samples
    }
}

extension Array where Element == Double {
    /// The quantile of the absolute values at a part of 0...1; infinity for no values.
    func most(of part: Double) -> Double {
        let sizes = map { abs($0) }.sorted()
        return sizes.isEmpty ? .infinity : sizes[Swift.max(0, Int((Double(sizes.count) * part).rounded(.up)) - 1)]
    }
}
