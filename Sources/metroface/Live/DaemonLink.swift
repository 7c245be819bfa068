// SPDX-License-Identifier: Apache-2.0

import Control
import Glibc

/// The way to the daemon, which is sought again whenever it is lost. Nothing here waits.
struct DaemonLink {
    /// What has come.
    enum News {
        /// It is there, with what it said first.
        case found(ToldMusic)
        case event(Event)
        /// A request was refused, in words.
        case refused(String)
        /// It is gone, or was not there: what is waited for, in words.
        case lost(String)
    }

    private enum State {
        /// Not connected; when to try again.
        case apart(retryNs: Int64)
        /// Connected, and asked to tell; until when an answer is waited for.
        case asking(ControlClient, untilNs: Int64)
        case following(ControlClient)
    }

    private static let patienceNs: Int64 = 5_000_000_000
    private static let pausesNs: ClosedRange<Int64> = 100_000_000...2_000_000_000

    let path: String
    /// How early beats are told, in milliseconds.
    let leadMs: Int
    private var state = State.apart(retryNs: 0)
    private var pauseNs = pausesNs.lowerBound
    private var lastID: Int64 = 0

    init(path: String, leadMs: Int) {
        self.path = path
        self.leadMs = leadMs
    }

    private var client: ControlClient? {
        switch state {
        case .apart: nil
        case .asking(let client, _), .following(let client): client
        }
    }

    /// For poll(2); -1 while there is none.
    var descriptor: Int32 { client?.descriptor ?? -1 }

    /// When something is to be done though nothing comes; nil for never.
    var nextNs: Int64? {
        switch state {
        case .apart(let retryNs): retryNs
        case .asking(_, let untilNs): untilNs
        case .following: nil
        }
    }

    /// Connects if it is time to, and takes in what has come. Throws where the daemon speaks another protocol.
    mutating func turn(atNs now: Int64) throws(Failure) -> [News] {
        var news: [News] = []
        do throws(ClientError) {
            if case .apart(let retryNs) = state, retryNs <= now {
                let client = try ControlClient.connect(path: path, timeout: .zero)
                state = .asking(client, untilNs: now + Self.patienceNs)
                try ask("subscribe", ["events": ["beat", "state", "audio"], "lead_ms": .integer(Int64(leadMs))])
            }
            if case .asking(_, let untilNs) = state, untilNs <= now { throw ClientError.timeout }
            while let client, let line = try client.nextEvent(timeout: .zero) {
                if let item = try take(line) { news.append(item) }
            }
        } catch {
            if case .protocolMismatch(let what) = error { throw .refused(what) }
            state = .apart(retryNs: now + pauseNs)
            pauseNs = min(2 * pauseNs, Self.pausesNs.upperBound)
            news.append(.lost(why(error)))
        }
        return news
    }

    /// Asks the daemon for something; false while there is none.
    mutating func request(_ method: String, _ params: [String: JSONValue] = [:]) -> Bool {
        guard case .following = state else { return false }
        // Whatever fails here fails again when one reads.
        try? ask(method, params)
        return true
    }

    private func why(_ error: ClientError) -> String {
        guard case .notRunning(_, let reason) = error else { return "waiting for the daemon: \(error)" }
        return "waiting for a daemon: metronomed starts one (\(path): \(reason))"
    }

    private mutating func ask(_ method: String, _ params: [String: JSONValue]) throws(ClientError) {
        lastID += 1
        try client?.send(Request.line(method, params: params, id: .integer(lastID)), timeout: .milliseconds(100))
    }

    private mutating func take(_ line: [UInt8]) throws(ClientError) -> News? {
        // Events follow the answer to the question for them.
        if case .following = state, let event = try? Event(line: line) { return .event(event) }
        guard let reply = try? JSONLine.parse(line), reply["id"] != nil else { return nil }
        if let error = reply["error"] {
            let message = error["message"]?.string ?? "refused"
            if case .asking = state { throw .io(message) }
            return .refused(message)
        }
        guard case .asking(let client, _) = state, let result = reply["result"] else { return nil }
        guard let major = result["protocol"]?["major"]?.integer, major == ProtocolVersion.current.major,
            let subscription = try? JSONLine.decode(Subscription.self, from: JSONLine.encode(result))
        else {
            throw .protocolMismatch(
                "the daemon at \(path) speaks another protocol: update daemon and metroface to the same version")
        }
        state = .following(client)
        pauseNs = Self.pausesNs.lowerBound
        return .found(ToldMusic(subscription))
    }
}
