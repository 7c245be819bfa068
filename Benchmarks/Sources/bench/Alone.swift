// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import Glibc
internal import MetronomeControl

/// The figures of metronomed that need no recording: speed, memory, silence.
struct Alone {
    let program: String
    let folder: String

    /// From the start of the program to its first answer, and what it uses while it is silent.
    func rest(seconds: Int) throws -> [Figure] {
        var first: [Double] = []
        for _ in 0..<5 {
            let daemon = try Metronomed(program, ["--no-play"], on: Card(in: folder, seconds: 1))
            first.append(daemon.firstAnswerMs)
            daemon.end()
        }
        let daemon = try Metronomed(program, ["--no-play"], on: Card(in: folder, seconds: 10))
        defer { daemon.end() }
        try daemon.say("start")
        Clock.sleep(1)
        try daemon.say("stop")
        // The device is closed after 2 s.
        Clock.sleep(3)
        let before = Usage(of: daemon.session)
        Clock.sleep(Double(seconds))
        let stopped = Usage(of: daemon.session).since(before)
        return [
            Figure(
                name: "start of the program to its first answer: median", value: Spread(first).median, unit: "ms",
                limit: .atMost(10)),
            Figure(
                name: "stopped: wake-ups in \(seconds) s", value: stopped.wakeups * Double(seconds), unit: "",
                decimals: 0,
                limit: .atMost(0)),
            Figure(name: "stopped: RSS", value: stopped.rss, unit: "MiB"),
        ]
    }

    /// The memory that is gained by 10,000 commands.
    func commands() throws -> Figure {
        let daemon = try Metronomed(program, ["--bpm", "120"], on: Card(in: folder, seconds: 1))
        defer { daemon.end() }
        func change(_ count: Int) throws {
            for number in 0..<count { try daemon.say("tempo \(60 + number % 200)") }
        }
        try change(1000)
        // The code of its start is released after a second, and what is still needed of it is read again.
        Clock.sleep(2)
        try change(1000)
        let before = Usage(of: daemon.session)
        try change(10_000)
        let after = Usage(of: daemon.session)
        return Figure(
            name: "RSS gained by 10,000 commands", value: after.rss - before.rss, unit: "MiB", decimals: 2,
            limit: .atMost(1))
    }

    /// The speed of rendering and proving frames, by the program's own report.
    func render() throws -> [Figure] {
        let output = folder + "/proof"
        let file = unsafe open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { close(file) }
        let start = Clock.nowNs
        let child = try Child(
            [program, "--bpm", "137.3", "--verify", "--hours", "24", "--tempo-changes", "1000"],
            environment: ["HOME": folder, "XDG_STATE_HOME": folder], output: file)
        guard child.ends(within: 300) else {
            child.signal(SIGKILL)
            throw BenchError("the proof does not end")
        }
        let times = 24 * 3600e9 / Double(Clock.nowNs - start)
        let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
        let error = text.split(separator: "\n").first { $0.hasPrefix("largest error") }?
            .split(separator: " ").compactMap { Double($0) }.first
        return [
            Figure(
                name: "24 h, 1,000 tempo changes: largest error", value: child.end == 0 ? error ?? .nan : .nan,
                unit: "frames", decimals: 4, limit: .atMost(0.5)),
            Figure(
                name: "… rendered and compared", value: times, unit: "× real time", decimals: 0, limit: .atLeast(2000)),
            Figure(
                name: "… that is, at 48 kHz", value: times * Double(Card.rate) / 1e6, unit: "million frames/s",
                decimals: 0),
        ]
    }
}
