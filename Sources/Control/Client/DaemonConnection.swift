// SPDX-License-Identifier: Apache-2.0

/// A connection to the daemon that subscribes, follows, and is made again whenever it is lost.
///
/// Nothing here waits: the program waits with poll(2) until ``descriptor`` is readable or ``wakeNs`` has come, then calls
/// ``turn(atNs:)``. ``ConnectionState`` decides; this performs. Not to be shared between threads.
package struct DaemonConnection {
    private let path: String
    private var state: ConnectionState
    private var client: ControlClient?
    /// What went wrong while a request was sent, until the next turn.
    private var failure: ClientError?
    /// Whether the last turn has left lines for the next one.
    private var hasMore = false

    /// The most lines, and bytes of lines, that a turn takes in: a daemon may send without end.
    private static let mostLines = 1000
    private static let mostBytes = ControlClient.maximumLineLength

    /// A connection that will be made by the first turn.
    ///
    /// - Parameters:
    ///   - path: the daemon's socket.
    ///   - subscription: the parameters of `subscribe`.
    ///   - answerTimeout: how long an answer to `subscribe` is waited for.
    ///   - longestPause: the limit of the pauses between two tries; the first is 0.1 s, or that if it is shorter.
    package init(path: String, subscription: [String: JSONValue] = [:], answerTimeout: Duration, longestPause: Duration)
    {
        self.path = path
        let longestNs = max(longestPause.nanoseconds, 1_000_000)
        state = ConnectionState(
            subscription: subscription,
            answerTimeoutNs: answerTimeout.nanoseconds,
            pausesNs: min(100_000_000, longestNs)...longestNs)
    }

    /// The socket, for poll(2); -1 while there is none.
    package var descriptor: CInt { client?.descriptor ?? -1 }

    /// When ``turn(atNs:)`` has something to do though nothing has come; nil for never.
    package var wakeNs: Int64? { failure == nil && !hasMore ? state.wakeNs : .min }

    /// Connects if it is time to, takes in what has come, a bounded amount each time, and returns what the program should know, in order.
    package mutating func turn(atNs now: Int64) -> [ConnectionReport] {
        var reports: [ConnectionReport] = []
        if let failure {
            self.failure = nil
            handle(.failed(failure), atNs: now, &reports)
        }
        handle(.time, atNs: now, &reports)
        var (lines, bytes) = (0, 0)
        hasMore = false
        while let client {
            guard lines < Self.mostLines, bytes < Self.mostBytes else {
                hasMore = true
                break
            }
            do throws(ClientError) {
                guard let line = try client.nextEvent(timeout: .zero) else { break }
                (lines, bytes) = (lines + 1, bytes + line.count)
                handle(.line(line), atNs: now, &reports)
            } catch {
                handle(.failed(error), atNs: now, &reports)
            }
        }
        return reports
    }

    /// Sends a request, whose answer a later turn reports under the returned id; nil while there is no daemon.
    ///
    /// A daemon that does not take it at once counts as lost.
    @discardableResult
    package mutating func request(_ method: String, _ params: [String: JSONValue] = [:]) -> Int64? {
        guard failure == nil, let (id, line) = state.request(method, params) else { return nil }
        do { try client?.send(line, timeout: .zero) } catch { failure = error }
        return id
    }

    private mutating func handle(
        _ input: ConnectionState.Input, atNs now: Int64, _ reports: inout [ConnectionReport]
    ) {
        for action in state.handle(input, atNs: now) {
            do throws(ClientError) {
                switch action {
                case .connect:
                    client = try ControlClient.connect(path: path, timeout: .zero)
                    handle(.connected, atNs: now, &reports)
                case .send(let line): try client?.send(line, timeout: .zero)
                case .close: client = nil
                case .report(let report): reports.append(report)
                }
            } catch {
                handle(.failed(error), atNs: now, &reports)
            }
        }
    }
}

extension Duration {
    /// In nanoseconds, limited to some 31 years.
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return min(max(seconds, 0), 1_000_000_000) * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
