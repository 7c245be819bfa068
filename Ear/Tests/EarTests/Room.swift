// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Glibc

/// A room without hardware: a daemon that plays on a virtual card, and a virtual microphone that hears it and a player.
final class Room {
    let folder = FileManager.default.temporaryDirectory.appending(component: "room-\(UUID().uuidString)").path
    private var environment: [String: String] = [:]
    private var programs: [Process] = []

    /// What a program has said, and how it ended.
    struct Outcome {
        let output: String, errors: String
        let status: Int32
    }

    /// - Parameters:
    ///   - sound: what the player plays.
    ///   - microphone: further fields of the microphone.
    init(_ sound: [Float] = [], microphone: String = "") throws {
        for name in ["", "/run", "/state", "/config"] {
            try FileManager.default.createDirectory(atPath: folder + name, withIntermediateDirectories: false)
        }
        try sound.withUnsafeBytes { try Data($0).write(to: URL(filePath: folder + "/sound")) }
        // A card without a fault.
        try Data(count: 4096).write(to: URL(filePath: folder + "/card"))
        let configuration = """
            pcm_type.virtual { lib "\(try Built.path("libpcm_virtual.so"))" }
            pcm.!default { type virtual capture "\(folder)/heard" control "\(folder)/card" }
            pcm_type.microphone { lib "\(try Built.path("libpcm_microphone.so"))" }
            pcm.room { type microphone sound "\(folder)/sound" origin "\(folder)/origin" heard "\(folder)/heard" card "\(folder)/card" \(microphone) }
            """
        try Data(configuration.utf8).write(to: URL(filePath: folder + "/asound.conf"))
        environment = ProcessInfo.processInfo.environment.merging(
            [
                "HOME": folder, "XDG_RUNTIME_DIR": folder + "/run", "XDG_CONFIG_HOME": folder + "/config",
                "XDG_STATE_HOME": folder + "/state", "METRONOMED_SOCKET": folder + "/s", "METRONOMED_OUTPUT": "alsa",
                "METRONOMED_SOUNDS": Self.repository + "/sounds", "ALSA_CONFIG_PATH": folder + "/asound.conf",
                "LC_ALL": "C.UTF-8",
            ]) { $1 }
        programs.append(try start([Self.built("metronomed"), "--no-play"], "daemon"))
        try wait(for: "daemon") { try metroctl("ping").status == 0 }
    }

    deinit {
        for program in programs where program.isRunning {
            kill(program.processIdentifier, SIGKILL)
            program.waitUntilExit()
        }
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static let repository = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../..").standardizedFileURL.path

    /// A program of the main package.
    private static func built(_ name: String) -> String {
        (ProcessInfo.processInfo.environment["METRONOMED_BIN_DIR"] ?? repository + "/.build/debug") + "/" + name
    }

    private func start(_ words: [String], _ name: String) throws -> Process {
        let program = Process()
        // The process of the tests blocks signals, and its children would.
        let unblocked =
            "import os, signal, sys; signal.pthread_sigmask(signal.SIG_SETMASK, []); os.execv(sys.argv[1], sys.argv[1:])"
        program.executableURL = URL(filePath: "/usr/bin/env")
        (program.arguments, program.environment) = (["python3", "-c", unblocked] + words, environment)
        for (end, file) in [("output", \Process.standardOutput), ("errors", \Process.standardError)] {
            let path = "\(folder)/\(name).\(end)"
            try Data().write(to: URL(filePath: path))
            program[keyPath: file] = FileHandle(forWritingAtPath: path)
        }
        try program.run()
        return program
    }

    private func end(_ program: Process, _ name: String) throws -> Outcome {
        program.waitUntilExit()
        return Outcome(
            output: try said(name, "output"), errors: try said(name, "errors"), status: program.terminationStatus)
    }

    private func said(_ name: String, _ end: String) throws -> String {
        try String(contentsOfFile: "\(folder)/\(name).\(end)", encoding: .utf8)
    }

    /// Starts `metroear join` with the microphone; it is ended with the room.
    func join(_ words: String...) throws {
        programs.append(try start([try Built.path("metroear"), "join", "--device", "room"] + words, "join"))
        try wait(for: "listener") { try metroctl("bridges").output.contains("ear") }
    }

    /// Starts `metroear lead` with the microphone; it is ended with the room.
    func lead(_ words: String...) throws {
        programs.append(try start([try Built.path("metroear"), "lead", "--device", "room"] + words, "lead"))
    }

    var joinSaid: String { (try? said("join", "errors")) ?? "" }

    func measure(_ words: String...) throws -> Outcome {
        try end(try start([try Built.path("metroear"), "measure", "--device", "room"] + words, "measure"), "measure")
    }

    func startByEar(_ words: String...) throws -> Outcome {
        try end(try start([try Built.path("metroear"), "start", "--device", "room"] + words, "start"), "start")
    }

    @discardableResult func metroctl(_ words: String...) throws -> Outcome {
        try end(try start([Self.built("metroctl")] + words, "metroctl"), "metroctl")
    }

    /// Ends the daemon, and starts another.
    func restartDaemon() throws {
        kill(programs[0].processIdentifier, SIGKILL)
        programs[0].waitUntilExit()
        programs[0] = try start([Self.built("metronomed"), "--no-play"], "daemon")
        try wait(for: "daemon") { try metroctl("ping").status == 0 }
    }

    struct Figures: Decodable {
        let taps: Int
        let mean_ms, scatter_ms: Double?
    }

    struct Score: Decodable {
        let total: Figures
        let missed, strays: Int
    }

    func score() throws -> Score {
        try JSONDecoder().decode(Score.self, from: Data(try metroctl("score", "--json").output.utf8))
    }

    /// How often the card has run dry.
    func xruns() throws -> Int {
        struct Timing: Decodable {
            struct Range: Decodable {
                struct Xruns: Decodable { let count: Int }
                let xruns: Xruns
            }
            let since_start: Range
        }
        let text = try metroctl("timing", "--json").output
        return try JSONDecoder().decode(Timing.self, from: Data(text.utf8)).since_start.xruns.count
    }

    func offset() throws -> Double {
        struct Offset: Decodable { let offset_ms: Double }
        return try JSONDecoder().decode(Offset.self, from: Data(try metroctl("offset", "--json").output.utf8)).offset_ms
    }

    /// By how many milliseconds the beats are later than a time, in seconds of the sound, and even steps from it; the nearest.
    func distance(toSecond second: Double, bpm: Double) throws -> Double {
        struct Status: Decodable {
            struct Timeline: Decodable {
                struct Segment: Decodable {
                    struct Origin: Decodable { let fraction: Double }
                    let origin: Origin
                    let at_ns: Int64
                }
                let segments: [Segment]
            }
            let timeline: Timeline
        }
        let status = try JSONDecoder().decode(Status.self, from: Data(try metroctl("status", "--json").output.utf8))
        guard let segment = status.timeline.segments.last else { throw HarnessError("nothing plays") }
        let origin = try Int64(String(contentsOfFile: folder + "/origin", encoding: .utf8)) ?? 0
        let period = 60e9 / bpm
        let beat = Double(segment.at_ns - origin) - segment.origin.fraction * period
        return (beat - second * 1e9).remainder(dividingBy: period) / 1e6
    }
}

/// Waits until something holds.
func wait(for what: String, within seconds: Int = 60, until isSo: () throws -> Bool) throws {
    for _ in 0..<(seconds * 20) {
        if try isSo() { return }
        usleep(50_000)
    }
    throw HarnessError("no \(what) within \(seconds) s")
}
