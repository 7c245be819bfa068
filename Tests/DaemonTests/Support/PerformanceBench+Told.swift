// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeSession
import Testing

@testable import Daemon

/// What most tests ask of a bench.
extension PerformanceBench {
    /// One with the presets a and b of 600 and 480 bpm, and the folder in which these are.
    static func withTwoPresets() throws -> (bench: PerformanceBench, files: ClickFolder) {
        let files = try ClickFolder()
        let bench = try PerformanceBench(clicks: files)
        for (tempo, name) in [(600, "a"), (480, "b")] {
            try bench.say("tempo \(tempo)")
            _ = try bench.json("preset save \(name)")
        }
        return (bench, files)
    }

    func call(_ words: String) throws -> Call {
        try CommandTable.call(words: words.split(separator: " ").map(String.init))
    }

    /// What the first client asks in words, once that is answered.
    func answered(_ words: String) throws -> Ask.ID {
        let id = try ask(words)
        for _ in 0..<100 where answers[id] == nil { pass(ms: 10) }
        return id
    }

    /// What the first client changes in words, once that holds.
    @discardableResult func say(_ words: String) throws -> Change { try change(answered(words)) }

    /// Why something is refused.
    func refusal(_ id: Ask.ID) throws -> ControlError {
        guard case .failure(let error) = try answer(to: id) else { throw Accepted(ask: id) }
        return error
    }

    func refusal(of words: String) throws -> ControlError { try refusal(answered(words)) }

    struct Accepted: Error {
        let ask: Ask.ID
    }

    /// As a client reads it.
    func status() throws -> Status {
        try JSONLine.decode(Status.self, from: JSONLine.encode(answer(to: ask(.status(), by: 2)).get()).dropLast())
    }

    /// An answer as it is on the wire.
    func json(_ words: String) throws -> JSONValue { try json(answered(words)) }

    /// An answer as it is on the wire.
    func json(_ id: Ask.ID) throws -> JSONValue {
        try JSONLine.parse(JSONLine.encode(try answer(to: id).get()).dropLast())
    }

    /// Lets time go by until the music is over.
    func playOut(limitMs: Int = 60_000) throws {
        var left = limitMs
        while performance.transport.isStarted, left > 0 {
            pass(ms: 50)
            left -= 50
        }
        try #require(!performance.transport.isStarted, "it does not end")
        pass(ms: 200)
    }

    /// Lets time go by until a beat is heard.
    func wait(forBeat beat: Int) throws {
        for _ in 0..<6000 where heardBeat < beat { pass(ms: 10) }
        try #require(heardBeat >= beat)
    }

    /// The beat that is heard, -1 where none is.
    private var heardBeat: Int64 { performance.heardRun.map { $0.beat(at: performance.now) } ?? -1 }

    // MARK: what was told

    /// The beats, as they were told last.
    func beats(to client: Int = 0) -> [BeatEvent] {
        var last: [Int: BeatEvent] = [:]
        for case .beat(let beat) in told(to: client) { last[beat.beatIndex] = beat }
        return last.values.sorted { $0.beatIndex < $1.beatIndex }
    }

    func states(to client: Int = 0) -> [StateEvent] {
        told(to: client).compactMap { if case .state(let state) = $0 { state } else { nil } }
    }

    // MARK: what was heard

    /// The frames of all that was heard, from the first on.
    var frames: [Int] { heard.map { Int($0.frame - heard[0].frame) } }
}
