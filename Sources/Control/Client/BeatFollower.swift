// SPDX-License-Identifier: Apache-2.0

internal import MetronomeLinux
internal import Synchronization

/// What the thread of a ``Metronome`` shares with its tasks: who waits for what, and what is known.
///
/// The thread waits for the daemon, the next beat and the wake signal, and is the only one that uses the connection.
final class BeatFollower: Sendable {
    /// A request that has not been sent.
    struct Request: Sendable {
        let method: String
        let params: [String: JSONValue]
        let answer: AwaitedAnswer
        let untilNs: Int64
    }

    private struct BeatStream: Sendable {
        let continuation: AsyncStream<Metronome.Beat>.Continuation
        let aheadNs: Int64
        /// The beats to come; nil without a daemon.
        var feed: PlaceFeed?

        mutating func follow(_ music: HeardMusic?) {
            feed = music.map { PlaceFeed(.beat, earlyNs: aheadNs, of: $0, atNs: MonotonicClock.nowNs) }
        }
    }

    private struct State: Sendable {
        var status: Status?
        var music: HeardMusic?
        var requests: [Request] = []
        var beatStreams: [Int: BeatStream] = [:]
        var updateStreams: [Int: AsyncStream<Metronome.Update>.Continuation] = [:]
        var lastID = 0
        /// Who waits for the first connection, and whether a daemon is waited for.
        var connecting: (continuation: CheckedContinuation<Status, any Error>, waits: Bool)?
        var isOver = false
        /// Why nothing more will come; nil where the program is done with it.
        var end: (any Error)?
    }

    /// The most requests that are sent and not answered; the next follow their answers, so that a socket takes each of them at once.
    private static let mostAsked = 32

    private let state = Mutex(State())
    private let wake: WakeSignal
    private let timeout: Duration

    init(timeout: Duration) throws(Errno) {
        wake = try WakeSignal()
        self.timeout = timeout
    }

    /// What is heard; nil while there is no daemon.
    var music: HeardMusic? { state.withLock(\.music) }

    /// What was said last; nil before the first connection.
    var status: Status? { state.withLock { $0.music?.status ?? $0.status } }

    // MARK: - Tasks

    func awaitConnection(waits: Bool, _ continuation: CheckedContinuation<Status, any Error>) {
        state.withLock { $0.connecting = (continuation, waits) }
    }

    func ask(_ method: String, _ params: [String: JSONValue], _ answer: AwaitedAnswer) {
        do throws(ControlError) { try MetronomeControl.Request.check(method, params) } catch {
            return answer.resume(.failure(error))
        }
        let untilNs = MonotonicClock.nowNs + timeout.nanoseconds
        let refusal: (any Error)? = state.withLock { state in
            if state.isOver { return state.end ?? ClientError.closed }
            state.requests.append(Request(method: method, params: params, answer: answer, untilNs: untilNs))
            return nil
        }
        if let refusal { return answer.resume(.failure(refusal)) }
        wake.send()
    }

    func add(beats continuation: AsyncStream<Metronome.Beat>.Continuation, aheadNs: Int64) -> Int {
        let (id, isOver) = state.withLock { state in
            state.lastID += 1
            var stream = BeatStream(continuation: continuation, aheadNs: aheadNs)
            stream.follow(state.music)
            state.beatStreams[state.lastID] = stream
            return (state.lastID, state.isOver)
        }
        if isOver { continuation.finish() }
        wake.send()
        return id
    }

    func add(updates continuation: AsyncStream<Metronome.Update>.Continuation) -> Int {
        let (id, isOver) = state.withLock { state in
            state.lastID += 1
            state.updateStreams[state.lastID] = continuation
            return (state.lastID, state.isOver)
        }
        if isOver { continuation.finish() }
        return id
    }

    func remove(_ id: Int) {
        // What is removed is released after the lock: it may hold the last reference to the metronome.
        let removed = state.withLock {
            ($0.beatStreams.removeValue(forKey: id), $0.updateStreams.removeValue(forKey: id))
        }
        withExtendedLifetime(removed) {}
    }

    /// Ends the thread: the program is done.
    func end() {
        state.withLock { $0.isOver = true }
        wake.send()
    }

    /// Ends all that waits, for an error.
    func fail(_ error: any Error) {
        finish(error, asked: [:])
        wake.send()
    }

    // MARK: - The thread

    /// Follows the daemon until ``end()``.
    func run(path: String, lead: Duration) {
        var followed = FollowedConnection(path: path, lead: lead, timeout: timeout)
        while !state.withLock(\.isOver) {
            let now = MonotonicClock.nowNs
            for report in followed.turn(atNs: now) {
                guard take(report, &followed) else { return }
            }
            let free = max(0, Self.mostAsked - followed.asked.count)
            let (late, next) = state.withLock { state in
                state.requests.removeAll { $0.answer.isOver }
                let late = state.requests.prefix { $0.untilNs <= now }
                state.requests.removeFirst(late.count)
                let next = state.requests.prefix(free)
                state.requests.removeFirst(next.count)
                return (late, next)
            }
            for request in late { request.answer.resume(.failure(ClientError.timeout)) }
            for request in next { followed.send(request) }
            tellBeats(atNs: now)
            wait(for: followed)
        }
        finish(nil, asked: followed.asked)
    }

    /// Waits for the daemon, the next beat, a request, or the end of the time for an answer.
    private func wait(for followed: FollowedConnection) {
        // Requests wait in the order in which their time ends.
        let (beatNs, lateNs) = state.withLock {
            ($0.beatStreams.values.compactMap(\.feed?.wakeNs).min(), $0.requests.first?.untilNs)
        }
        let end = [followed.wakeNs, beatNs, lateNs].compactMap { $0 }.min()
        if PreciseWait.forInput(of: wake.descriptor, followed.descriptor, untilNs: end)[0] { wake.clear() }
    }

    /// Takes in what the connection reports; false once there is nothing more to follow.
    private func take(_ report: ConnectionReport, _ followed: inout FollowedConnection) -> Bool {
        switch report {
        case .subscribed(let subscription):
            let music = HeardMusic(subscription)
            let connecting = state.withLock { state in
                (state.music, state.status) = (music, subscription.state)
                for id in state.beatStreams.keys { state.beatStreams[id]?.follow(music) }
                return state.connecting.take()
            }
            connecting?.continuation.resume(returning: subscription.state)
            tell(.connected(subscription.state))
        case .event(let event, _):
            state.withLock { state in
                state.music?.add(event)
                for id in state.beatStreams.keys { state.beatStreams[id]?.feed?.add(event) }
            }
            tell(.event(event))
        case .answered(let answer): followed.asked.removeValue(forKey: answer.id)?.answer.resume(.success(answer))
        case .refused(let id, let error):
            if let id { followed.asked.removeValue(forKey: id)?.answer.resume(.failure(error)) }
        case .lost(let loss):
            let connecting = state.withLock { state in
                state.status = state.music?.status ?? state.status
                state.music = nil
                for id in state.beatStreams.keys { state.beatStreams[id]?.follow(nil) }
                return state.connecting?.waits == false ? state.connecting.take() : nil
            }
            followed.abandon(loss.error)
            if let connecting {
                connecting.continuation.resume(throwing: loss.error)
                finish(loss.error, asked: [:])
                return false
            }
            tell(.disconnected(loss.description))
        case .ended(let loss):
            finish(loss.error, asked: followed.asked)
            return false
        }
        return true
    }

    private func tell(_ update: Metronome.Update) {
        for stream in state.withLock({ Array($0.updateStreams.values) }) { stream.yield(update) }
    }

    private func tellBeats(atNs now: Int64) {
        let due = state.withLock { state in
            state.beatStreams.keys.map { id in
                guard let stream = state.beatStreams[id] else { return nil }
                return (stream.continuation, state.beatStreams[id]?.feed?.due(atNs: now) ?? [])
            } as [(AsyncStream<Metronome.Beat>.Continuation, [PlaceFeed.Heard])?]
        }
        for (stream, heard) in due.compactMap({ $0 }) {
            for heard in heard {
                if let beat = heard.beat { stream.yield(beat) }
            }
        }
    }

    private func finish(_ error: (any Error)?, asked: [Int64: FollowedConnection.Asked]) {
        let ended = state.withLock { state in
            (state.isOver, state.end) = (true, state.end ?? error)
            defer { (state.requests, state.beatStreams, state.updateStreams, state.connecting) = ([], [:], [:], nil) }
            return state
        }
        let error = ended.end ?? ClientError.closed
        ended.connecting?.continuation.resume(throwing: error)
        for request in ended.requests { request.answer.resume(.failure(error)) }
        for request in asked.values { request.answer.resume(.failure(error)) }
        for stream in ended.beatStreams.values { stream.continuation.finish() }
        for stream in ended.updateStreams.values { stream.finish() }
    }
}
