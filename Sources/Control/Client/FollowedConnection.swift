// SPDX-License-Identifier: Apache-2.0

/// The connection of a ``Metronome``, used by its thread alone, and the requests that were sent over it.
struct FollowedConnection {
    /// A request whose answer is waited for.
    struct Asked: Sendable {
        let answer: AwaitedAnswer
        let untilNs: Int64
    }

    private var connection: DaemonConnection
    /// By the ids of the requests.
    var asked: [Int64: Asked] = [:]

    init(path: String, lead: Duration, timeout: Duration) {
        let leadMs = min(max(lead.nanoseconds / 1_000_000, Int64(Lead.range.lowerBound)), Int64(Lead.range.upperBound))
        var events = Subscription.params(EventKind.usual.union([.timeline]))
        events["lead_ms"] = .integer(leadMs)
        connection = DaemonConnection(
            path: path, subscription: events, answerTimeout: timeout, longestPause: .seconds(2))
    }

    var descriptor: CInt { connection.descriptor }

    /// When there is something to do though nothing has come; nil for never.
    var wakeNs: Int64? { ([connection.wakeNs] + asked.values.map(\.untilNs)).compactMap { $0 }.min() }

    /// Takes in what has come, and lets requests fail whose time is over.
    mutating func turn(atNs now: Int64) -> [ConnectionReport] {
        let reports = connection.turn(atNs: now)
        let answered = Set(reports.compactMap(\.answeredID))
        for (id, request) in asked where request.untilNs <= now && !answered.contains(id) {
            asked[id] = nil
            request.answer.resume(.failure(ClientError.timeout))
        }
        return reports
    }

    /// Sends a request, which fails at once where there is no daemon.
    mutating func send(_ request: BeatFollower.Request) {
        guard let id = connection.request(request.method, request.params) else {
            return request.answer.resume(.failure(ClientError.closed))
        }
        asked[id] = Asked(answer: request.answer, untilNs: request.untilNs)
    }

    /// Lets all requests fail: the connection over which they were sent is lost.
    mutating func abandon(_ error: any Error) {
        for request in asked.values { request.answer.resume(.failure(error)) }
        asked = [:]
    }
}

extension ConnectionReport {
    /// The request that it answers.
    fileprivate var answeredID: Int64? {
        switch self {
        case .answered(let answer): answer.id
        case .refused(let id, _): id
        default: nil
        }
    }
}
