// SPDX-License-Identifier: Apache-2.0

/// How a client follows the daemon: it connects, subscribes, takes events, and after a loss connects again, with pauses
/// that double up to a limit. A daemon that cannot start is waited for, too: its configuration may be mended.
///
/// A pure value: it is given what has happened and the time, and returns what to do. Times are CLOCK_MONOTONIC, in
/// nanoseconds.
package struct ConnectionState: Sendable {
    /// What has happened.
    package enum Input: Sendable {
        /// Nothing but that time has passed.
        case time
        /// The connection was made.
        case connected
        /// The connection could not be made, or has ended.
        case failed(ClientError)
        /// A line has come, without its end.
        case line([UInt8])
    }

    /// What to do.
    package enum Action: Sendable, Hashable {
        case connect
        case send([UInt8])
        case close
        case report(ConnectionReport)
    }

    private enum Phase: Sendable {
        /// Not connected; when to try.
        case apart(untilNs: Int64)
        case connecting
        /// The subscription is asked for; how long its answer is waited for, and the events that came before it.
        case subscribing(untilNs: Int64, early: [[UInt8]])
        /// The daemon does not know what was asked, and is asked for its version.
        case identifying(ControlError, untilNs: Int64)
        case following
        case ended
    }

    /// The most events that may come before the answer to `subscribe`.
    private static let mostEarlyEvents = 1000
    /// The least pause after a daemon that cannot start: systemd starts it at each try.
    private static let pauseAfterFailedStartNs: Int64 = 5_000_000_000

    private let subscription: [String: JSONValue]
    private let answerTimeoutNs: Int64
    private let pausesNs: ClosedRange<Int64>
    private var phase = Phase.apart(untilNs: .min)
    private var pauseNs: Int64
    private var lastID: Int64 = 0

    /// A client that has not connected yet, and does so at once.
    ///
    /// - Parameters:
    ///   - subscription: the parameters of `subscribe`.
    ///   - answerTimeoutNs: how long an answer is waited for before the connection counts as lost.
    ///   - pausesNs: the first pause between two tries, and the longest.
    package init(subscription: [String: JSONValue], answerTimeoutNs: Int64, pausesNs: ClosedRange<Int64>) {
        self.subscription = subscription
        self.answerTimeoutNs = answerTimeoutNs
        self.pausesNs = pausesNs
        pauseNs = pausesNs.lowerBound
    }

    /// When `handle(.time)` has something to do; nil while only the daemon can change anything.
    package var wakeNs: Int64? {
        switch phase {
        case .apart(let untilNs), .subscribing(let untilNs, _), .identifying(_, let untilNs): untilNs
        case .connecting, .following, .ended: nil
        }
    }

    /// What to do now that this has happened, in order.
    package mutating func handle(_ input: Input, atNs now: Int64) -> [Action] {
        switch (phase, input) {
        case (.apart(let untilNs), .time) where untilNs <= now:
            phase = .connecting
            return [.connect]
        case (.connecting, .connected):
            phase = .subscribing(untilNs: now + answerTimeoutNs, early: [])
            return [.send(line("subscribe", subscription))]
        case (.subscribing(let untilNs, _), .time), (.identifying(_, let untilNs), .time):
            return untilNs <= now ? lose(.failed(.timeout), atNs: now) : []
        case (.subscribing(let untilNs, let early), .line(let line)):
            return subscribe(by: line, early, untilNs: untilNs, atNs: now)
        case (.identifying(let refusal, _), .line(let line)):
            return identify(by: line, refusal, atNs: now)
        case (.following, .line(let line)):
            return report(line)
        case (.connecting, .failed(let error)), (.subscribing, .failed(let error)), (.following, .failed(let error)):
            return lose(.failed(error), atNs: now)
        case (.identifying(let refusal, _), .failed):
            return lose(.refused(refusal), atNs: now)
        default:
            return []
        }
    }

    /// A request of the program, to be sent; nil while there is no daemon to send it to.
    package mutating func request(
        _ method: String, _ params: [String: JSONValue] = [:]
    ) -> (id: Int64, line: [UInt8])? {
        guard case .following = phase else { return nil }
        let line = line(method, params)
        return (lastID, line)
    }

    private mutating func line(_ method: String, _ params: [String: JSONValue] = [:]) -> [UInt8] {
        lastID += 1
        return Request.line(method, params: params, id: .integer(lastID))
    }
}

extension ConnectionState {
    private mutating func lose(_ loss: ConnectionLoss, atNs now: Int64) -> [Action] {
        let wasConnected = if case .connecting = phase { false } else { true }
        if loss.mayPass {
            let cannotStart =
                if case .refused(let error) = loss { error.reason == ErrorReason.cannotStart.rawValue } else { false }
            phase = .apart(untilNs: now + (cannotStart ? max(pauseNs, Self.pauseAfterFailedStartNs) : pauseNs))
            pauseNs = min(2 * pauseNs, pausesNs.upperBound)
        } else {
            phase = .ended
        }
        return (wasConnected ? [.close] : []) + [.report(loss.mayPass ? .lost(loss) : .ended(loss))]
    }

    private mutating func subscribe(
        by line: [UInt8], _ early: [[UInt8]], untilNs: Int64, atNs now: Int64
    ) -> [Action] {
        do throws(ClientError) {
            switch try Answer<SubscriptionAnswer>(line: line, to: .integer(lastID)) {
            case .other: return []
            case .event:
                guard early.count < Self.mostEarlyEvents else {
                    throw .protocolMismatch("the daemon sent \(early.count) events before it had answered")
                }
                phase = .subscribing(untilNs: untilNs, early: early + [line])
                return []
            case .refusal(let error) where ErrorReason(rawValue: error.reason)?.mayMeanAnotherVersion ?? false:
                phase = .identifying(error, untilNs: now + answerTimeoutNs)
                return [.send(self.line("version"))]
            case .refusal(let error): return lose(.refused(error), atNs: now)
            case .result(.foreign(let version)): throw .mismatch(version)
            case .result(.subscription(let subscription)):
                phase = .following
                pauseNs = pausesNs.lowerBound
                return [.report(.subscribed(subscription))] + early.flatMap(report)
            }
        } catch {
            return lose(.failed(error), atNs: now)
        }
    }

    /// A daemon of another version is told apart from a refusal by one of ours.
    private mutating func identify(by line: [UInt8], _ refusal: ControlError, atNs now: Int64) -> [Action] {
        switch try? Answer<Version>(line: line, to: .integer(lastID)) {
        case .event, .other: []
        case .result(let version) where version.protocol != .current:
            lose(.failed(.mismatch(version.protocol, daemon: version.daemon)), atNs: now)
        case .result, .refusal, nil: lose(.refused(refusal), atNs: now)
        }
    }

    /// The report of a line; none for a line that is not understood.
    private func report(_ line: [UInt8]) -> [Action] {
        if let event = try? Event(line: line) { return [.report(.event(event, line: line))] }
        guard let head = try? JSONLine.decode(ReplyHead.self, from: line), !head.isEvent else { return [] }
        if let error = head.error { return [.report(.refused(id: head.id, error))] }
        return head.id.map { [.report(.answered(ConnectionAnswer(id: $0, line: line)))] } ?? []
    }
}

/// The result of `subscribe`, of whatever protocol.
private enum SubscriptionAnswer: Decodable {
    case subscription(Subscription)
    case foreign(ProtocolVersion)

    private enum CodingKeys: CodingKey {
        case `protocol`
    }

    init(from decoder: any Decoder) throws {
        let version = try decoder.container(keyedBy: CodingKeys.self).decode(ProtocolVersion.self, forKey: .protocol)
        guard version.major == ProtocolVersion.current.major else {
            self = .foreign(version)
            return
        }
        self = .subscription(try Subscription(from: decoder))
    }
}
