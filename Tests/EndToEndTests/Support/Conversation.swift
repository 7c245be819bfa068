// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import MetronomeControl
import Testing

/// How long a test waits before it fails: a busy machine may take twelve times as long as an idle one.
let patience = Duration.seconds(120)

extension ControlClient {
    /// Sends a request in words and returns the result; a refusal is thrown.
    @discardableResult
    func say(_ words: String) throws -> JSONValue {
        try call(words: words, timeout: patience).get()
    }

    /// Sends a request in words that must be refused, and returns the error.
    func refusal(of words: String) throws -> ControlError {
        try Self.refusal(try call(words: words, timeout: patience), words)
    }

    /// Calls a method that must be refused, and returns the error.
    func refusal(of method: String, _ params: [String: JSONValue]) throws -> ControlError {
        try Self.refusal(try call(method, params: params, timeout: patience), method)
    }

    private static func refusal(_ answer: Result<JSONValue, ControlError>, _ what: String) throws -> ControlError {
        guard case .failure(let error) = answer else { throw HarnessError("\(what) was not refused: \(answer)") }
        return error
    }

    /// Sends a line unchanged.
    func send(_ line: String) throws {
        try send(Array((line + "\n").utf8), timeout: patience)
    }

    /// The next line, answer or event.
    func nextLine(timeout: Duration) throws(ClientError) -> [UInt8] {
        guard let line = try nextEvent(timeout: timeout) else { throw .timeout }
        return line
    }

    /// The next line, which must be JSON.
    func next() throws -> JSONValue {
        try JSONLine.parse(try nextLine(timeout: patience))
    }

    /// The next event; other lines are skipped.
    func nextEvent() throws -> Event {
        while true {
            if let event = try Event(line: try nextLine(timeout: patience)) { return event }
        }
    }

    /// The next beat; other events are skipped.
    func nextBeat() throws -> BeatEvent {
        while true {
            if case .beat(let beat) = try nextEvent() { return beat }
        }
    }

    /// The next change of state; other events are skipped.
    func nextState() throws -> StateEvent {
        while true {
            if case .state(let state) = try nextEvent() { return state }
        }
    }

    /// The answer to `status`.
    func status() throws -> Status {
        try JSONLine.decode(Status.self, from: JSONLine.encode(try say("status")))
    }

    /// Subscribes, and returns the answer, which is the first line.
    func subscribe(_ events: String = "") throws -> Subscription {
        try send("subscribe \(events)")
        let first = try next()
        let result = try #require(first["result"], "the first line is not the answer: \(first.text)")
        return try JSONLine.decode(Subscription.self, from: JSONLine.encode(result))
    }

    /// The lines until the daemon closes the connection, without the events.
    func linesUntilTheEnd(within limit: Duration = patience) throws -> [JSONValue] {
        var lines: [JSONValue] = []
        let end = ContinuousClock.now + limit
        while true {
            do throws(ClientError) {
                let line = try nextLine(timeout: end - ContinuousClock.now)
                if let value = try? JSONLine.parse(line), value["method"] == nil { lines.append(value) }
            } catch {
                guard error == .closed else { throw error }
                return lines
            }
        }
    }

    /// Ends the client's side of the connection.
    func endSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }
}

extension DaemonProcess {
    /// Does something to a daemon that plays, and checks that it still plays with the same settings and no new xrun.
    func isUndisturbed<Result>(
        sourceLocation: SourceLocation = #_sourceLocation, by body: () throws -> Result
    ) throws -> Result {
        let before = try status()
        let position = try #require(before.position, "it does not play", sourceLocation: sourceLocation)
        let result = try body()
        let after = try poll(for: "later beat; the daemon is \(String(describing: child.ended()))") { () -> Status? in
            // Right after a flood the connection may be refused, or the position unknown.
            guard let status = try? self.status(), let now = status.position else { return nil }
            return now.beatIndex > position.beatIndex ? status : nil
        }
        #expect(after.bpm == before.bpm, sourceLocation: sourceLocation)
        #expect(after.meter == before.meter, sourceLocation: sourceLocation)
        #expect(after.bell == before.bell, sourceLocation: sourceLocation)
        #expect(after.settings.volume == before.settings.volume, sourceLocation: sourceLocation)
        #expect(after.settings.sounds == before.settings.sounds, sourceLocation: sourceLocation)
        #expect(after.audio.xruns == before.audio.xruns, sourceLocation: sourceLocation)
        return result
    }
}
