// SPDX-License-Identifier: Apache-2.0

import Control
import Foundation
import Glibc
import Testing

/// How long a test waits for what must come.
let patience = Duration.seconds(10)

extension ControlClient {
    /// Says words and returns the result; a refusal is thrown.
    @discardableResult
    func say(_ words: String) throws -> JSONValue {
        try call(words: words, timeout: patience).get()
    }

    /// Says words that must be refused, and returns why.
    func refusal(of words: String) throws -> ControlError {
        try Self.refusal(try call(words: words, timeout: patience), words)
    }

    /// Calls a method that must be refused, and returns why.
    func refusal(of method: String, _ params: [String: JSONValue]) throws -> ControlError {
        try Self.refusal(try call(method, params: params, timeout: patience), method)
    }

    private static func refusal(_ answer: Result<JSONValue, ControlError>, _ what: String) throws -> ControlError {
        guard case .failure(let error) = answer else { throw HarnessError("\(what) was not refused: \(answer)") }
        return error
    }

    /// Sends a line as it is.
    func send(_ line: String) throws {
        try send(Array((line + "\n").utf8), timeout: patience)
    }

    /// The next line, which must be JSON.
    func next() throws -> JSONValue {
        try JSONLine.parse(try nextLine(timeout: patience))
    }

    /// The next event; others than events are passed over.
    func nextEvent() throws -> Event {
        while true {
            if let event = try Event(line: try nextLine(timeout: patience)) { return event }
        }
    }

    /// The next beat; other events are passed over.
    func nextBeat() throws -> BeatEvent {
        while true {
            if case .beat(let beat) = try nextEvent() { return beat }
        }
    }

    /// The next change of state; other events are passed over.
    func nextState() throws -> StateEvent {
        while true {
            if case .state(let state) = try nextEvent() { return state }
        }
    }

    /// What `status` says.
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

    /// The lines until the daemon closes, events left out.
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

    /// Says that nothing more will be sent.
    func endSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }
}

extension DaemonProcess {
    /// Does something to a daemon that plays, and checks that the beat has gone on as if nothing had happened.
    func isUndisturbed<Result>(
        sourceLocation: SourceLocation = #_sourceLocation, by body: () throws -> Result
    ) throws -> Result {
        let before = try status()
        let position = try #require(before.position, "it does not play", sourceLocation: sourceLocation)
        let result = try body()
        let after = try poll(for: "later beat; the daemon is \(String(describing: child.ended()))") { () -> Status? in
            // Right after a flood there may be no place yet.
            guard let status = try? self.status(), let now = status.position else { return nil }
            return now.beatIndex > position.beatIndex ? status : nil
        }
        #expect(after.bpm == before.bpm, sourceLocation: sourceLocation)
        #expect(after.meter == before.meter, sourceLocation: sourceLocation)
        #expect(after.bell == before.bell, sourceLocation: sourceLocation)
        #expect(after.volume == before.volume, sourceLocation: sourceLocation)
        #expect(after.sounds == before.sounds, sourceLocation: sourceLocation)
        #expect(after.audio.xruns == before.audio.xruns, sourceLocation: sourceLocation)
        return result
    }
}
