// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import MetronomeControl
import Testing

/// The scripts of `Docs/examples`, each run as its first lines say.
@Suite(.waits, .serialized) struct ExamplesTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Docs/examples").standardizedFileURL.path

    /// Starts an example; its input is the terminal.
    static func start(
        _ name: String, _ arguments: [String] = [], _ home: Home, terminal: Pseudoterminal? = nil
    ) throws -> ChildProcess {
        try ChildProcess(
            "\(folder)/\(name)", arguments, environment: environment(home), in: home.folder, terminal: terminal)
    }

    /// What an example finds its programs and modules by.
    private static func environment(_ home: Home) -> [String: String] {
        let programs = URL(filePath: Built.metroctl).deletingLastPathComponent().path
        let own = [
            "PATH": "\(programs):/usr/bin:/bin", "PYTHONPATH": Python.module, "PYTHONDONTWRITEBYTECODE": "1",
        ]
        return home.environment.merging(own) { $1 }
    }

    @Test func `the recorder is started on the bar line`() throws {
        try withDaemon("--bpm", "120", "--meter", "12/4") { daemon in
            let client = try daemon.connect()
            _ = try client.subscribe("beat")
            let beat = try client.nextBeat()
            let barLine = Double(beat.atNs) / 1e9 - Double(beat.beat - 1) * 0.5
            // A busy machine may start it late, by less than a beat of three.
            var late: [Double] = []
            while late.count < 3 && !late.contains(where: { abs($0) < 0.5 }) {
                let child = try Self.start("record-on-bar", ["cat", "/proc/uptime"], daemon.home)
                #expect(try child.end() == .exit(0), "\(child.stderr)")
                let began = try #require(child.stdout.split(separator: " ").first.flatMap { Double($0) })
                late.append((began - barLine).remainder(dividingBy: 6))
            }
            #expect(late.contains { abs($0) < 0.5 }, "\(late)")
        }
    }

    @Test func `the light of the keyboard blinks, and is off in the end`() throws {
        try withDaemon("--bpm", "400", "--meter", "2/4") { daemon in
            let folder = daemon.home.folder
            mkdir(folder("led"), 0o700)
            try folder.write("0\n", to: "led/brightness")
            let child = try Self.start("keyboard-led", [folder("led")], daemon.home)
            func light() throws -> String { String(decoding: try folder.bytes("led/brightness"), as: UTF8.self) }
            for _ in 0..<3 {
                for state in ["1\n", "0\n"] { try poll(for: state) { try light() == state ? true : nil } }
            }
            child.signal(SIGTERM)
            #expect(try child.end() == .exit(0), "\(child.stderr)")
            #expect(try light() == "0\n")
        }
        let home = try Home()
        let child = try Self.start("keyboard-led", [home.folder("nothing")], home)
        #expect(try child.end() == .exit(1) && child.stderr.contains("cannot be written"))
    }

    @Test func `the block shows the beat, and takes clicks`() throws {
        try withDaemon("--bpm", "300", "--meter", "3/4") { daemon in
            let bar = try Pseudoterminal()
            let child = try Self.start("status-block", [], daemon.home, terminal: bar)
            func shows(_ line: String) throws {
                try poll(for: line) { child.stdout.split(separator: "\n").contains(Substring(line)) ? true : nil }
            }
            for beat in 1...3 { try shows("300 · \(beat)") }
            bar.type("4\n")
            try shows("301 · 2")
            bar.type("3\n1\n")
            try poll(for: "stop") { try daemon.status().playing ? nil : true }
            #expect(try daemon.status().bpm == 300)
            try shows("300 · 0")
            // The end of the input, and of the bar.
            bar.type("\u{4}")
            child.signal(SIGTERM)
            #expect(try child.end() == .exit(0), "\(child.stderr)")
        }
    }

    @Test func `a client in Python computes the beats from the timeline`() throws {
        try withDaemon("--bpm", "600", "--meter", "3/4", "--accents", "XoA") { daemon in
            let child = try Self.start("beats.py", ["12"], daemon.home)
            #expect(try child.end() == .exit(0), "\(child.stderr)")
            let first = try #require(child.stdout.split(separator: ".").first.flatMap { Int($0) })
            let bars = (first...first + 5).map { "\($0).1 bell\n\($0).2 soft\n\($0).3 accent\n" }
            #expect(bars.joined().contains(child.stdout), "\(child.stdout)")
            #expect(child.stdout.split(separator: "\n").count == 12)
        }
        let home = try Home()
        let alone = try Self.start("beats.py", [], home)
        #expect(try alone.end() == .exit(1) && alone.stderr.contains("no daemon at \(home.socket)"), "\(alone.stderr)")
    }

    @Test func `the client in Python ends quietly when nobody reads its beats any longer`() throws {
        try withDaemon("--bpm", "600") { daemon in
            let words = ["-c", "\"$0\" | head -2; exit ${PIPESTATUS[0]}", "\(Self.folder)/beats.py"]
            let child = try ChildProcess(
                "/bin/bash", words, environment: Self.environment(daemon.home), in: daemon.home.folder)
            #expect(try child.end() == .exit(0) && child.stderr.isEmpty, "\(child.stderr)")
            #expect(child.stdout.split(separator: "\n").count == 2)
        }
    }

    @Test func `each example says how it is used`() throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: Self.folder) {
            let text = try String(contentsOfFile: "\(Self.folder)/\(name)", encoding: .utf8)
            #expect(name.hasSuffix(".html") || text.contains("\(name) ") || text.contains("/\(name)\n"), "\(name)")
        }
    }
}
