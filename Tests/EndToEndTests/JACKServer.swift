// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// A JACK server of a test, with a driver that is no card, under a name of its own.
final class JACKServer {
    let name: String
    private let child: ChildProcess

    static let isInstalled = ["/usr/bin", "/usr/local/bin"].contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/jackd")
    }

    /// Waits until it takes clients.
    init(in home: Home, name: String, frames: Int = 256) throws {
        self.name = name
        child = try ChildProcess(
            "/usr/bin/env", ["jackd", "-n", name, "-R", "-d", "dummy", "-r", "48000", "-p", "\(frames)"],
            environment: home.environment.merging(["JACK_NO_AUDIO_RESERVATION": "1"]) { $1 }, in: home.folder)
        _ = try Self.watch(home, name, 0.05)
    }

    // One that is killed keeps its name in the registry of JACK, which has room for eight.
    deinit { try? end() }

    /// Ends it.
    func end() throws {
        child.signal(SIGTERM)
        _ = try child.end()
    }

    /// Has its cycles last as many frames.
    func setFrames(_ frames: Int, _ home: Home) throws { _ = try run(["jack_bufsize", "\(frames)"], home) }

    /// The ports that there are.
    func ports(_ home: Home) throws -> [String] {
        try run(["jack_lsp"], home).split(separator: "\n").map(String.init)
    }

    /// What a program of JACK's own prints.
    private func run(_ words: [String], _ home: Home) throws -> String {
        let child = try ChildProcess(
            "/usr/bin/env", words,
            environment: home.environment.merging(["JACK_DEFAULT_SERVER": name]) { $1 }, in: home.folder)
        _ = try child.end()
        return child.stdout
    }

    /// A cycle, as a program that knows nothing of metronomed sees it.
    struct Cycle {
        var frame: Int
        var timeNs: Int
        var state: Int
        var place: Int
        /// Bar, beat, tick, ticks per beat, beats per bar, beat type, tempo, tick of the bar's begin.
        var bars: [Double]?
    }

    /// Starts that program, which prints what it sees when its time is over; commands such as `start@2`. A busy machine's
    /// server may refuse it: then it is started again.
    static func watcher(
        _ home: Home, _ server: String, seconds: Double = 120, _ commands: [String] = []
    ) throws -> ChildProcess {
        try taken { try start(home, server, seconds, commands) }
    }

    /// The first of the programs that JACK takes as a client.
    static func taken(_ start: () throws -> ChildProcess) throws -> ChildProcess {
        try poll(for: "a client that JACK takes") {
            let child = try start()
            let isConnected = try poll(for: "the client") {
                child.stderr.contains("connected") ? true : child.ended().map { _ in false }
            }
            return isConnected ? child : nil
        }
    }

    private static func start(
        _ home: Home, _ server: String, _ seconds: Double, _ commands: [String]
    ) throws -> ChildProcess {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../JACK/watch_transport.py")
            .path
        return try ChildProcess(
            "/usr/bin/env", ["python3", script, "\(seconds)"] + commands,
            environment: home.environment.merging(["JACK_DEFAULT_SERVER": server]) { $1 }, in: home.folder)
    }

    /// What it saw. A busy machine's server may refuse it, or drop it before it has seen a cycle: then it is started again.
    static func watch(_ home: Home, _ server: String, _ seconds: Double, _ commands: [String] = []) throws -> [Cycle] {
        try poll(for: "a client that JACK takes") {
            let child = try start(home, server, seconds, commands)
            guard try child.end() == .exit(0) else { return nil }
            let seen = cycles(child.stdout)
            return seen.isEmpty ? nil : seen
        }
    }

    /// What it printed.
    static func cycles(_ text: String) -> [Cycle] {
        text.split(separator: "\n").compactMap { line in
            guard let values = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any], values.count == 5,
                let numbers = Array(values.prefix(4)) as? [NSNumber]
            else { return nil }
            let bars = (values[4] as? [NSNumber])?.map(\.doubleValue)
            return Cycle(
                frame: numbers[0].intValue, timeNs: numbers[1].intValue, state: numbers[2].intValue,
                place: numbers[3].intValue, bars: bars)
        }
    }
}
