// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import Glibc
internal import MetronomeControl

/// The daemon under measurement, on a card of its own.
final class Metronomed {
    let card: Card
    let session: Session
    let child: Child
    /// A connection to it.
    let client: ControlClient
    /// From the start of the program to its first answer, in ms.
    let firstAnswerMs: Double

    /// Starts it with a sound for every beat, and waits until it answers.
    init(
        _ program: String, _ arguments: [String], on card: Card, sound: [Int16] = TestSound.click, fillMs: Int? = nil,
        logLevel: String = "error"
    ) throws {
        self.card = card
        session = Session(on: card)
        let file = card.folder + "/sound.wav"
        try TestSound.write(sound, to: file)
        let start = Clock.nowNs
        child = try session.run(
            [program] + arguments + [
                "--beat-sound", file, "--bell-sound", file, "--output", "alsa", "--log-level", logLevel,
            ], adding: fillMs.map { ["METRONOMED_FILL_MS": "\($0)"] } ?? [:])
        var first: ControlClient?
        while first == nil {
            first = try? ControlClient.connect(path: session["METRONOMED_SOCKET"], timeout: .seconds(5))
            guard child.isRunning, Clock.nowNs - start < 10_000_000_000 else {
                throw BenchError("metronomed does not answer")
            }
            if first == nil { usleep(200) }
        }
        guard let first else { throw BenchError("metronomed does not answer") }
        client = first
        try Self.result(client, "ping")
        firstAnswerMs = Double(Clock.nowNs - start) / 1e6
    }

    /// Sends a command in words, and returns the answer.
    @discardableResult
    func say(_ words: String) throws -> JSONValue { try Self.result(client, words) }

    /// The lines that it wrote to stderr.
    var log: [Substring] {
        ((try? String(contentsOfFile: card.folder + "/log", encoding: .utf8)) ?? "").split(separator: "\n")
    }

    /// Ends it, and what it started.
    func end() { session.end() }

    @discardableResult
    private static func result(_ client: ControlClient, _ words: String) throws -> JSONValue {
        switch try client.call(words: words, timeout: .seconds(5)) {
        case .success(let value): return value
        case .failure(let error): throw BenchError("metronomed refused '\(words)': \(error)")
        }
    }
}
