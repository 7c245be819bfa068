// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import MetronomeLinux
public import MetronomeSession

/// The metronome of a daemon: its beats, its state and its controls, for a program with tasks.
///
/// ```swift
/// for await beat in try await Metronome.connect().beats {
///     print(beat.bar, beat.beat)
/// }
/// ```
///
/// It follows the daemon on a thread of its own and connects again whenever the connection is lost. It stays connected while it
/// or one of its sequences is in use. Safe to use from any task. Not for a real-time thread.
public final class Metronome: Sendable {
    /// A beat, and when it is heard.
    public typealias Beat = HeardBeat

    /// Connects to a daemon and subscribes to its beats and its state.
    ///
    /// - Parameters:
    ///   - socket: the path of its socket; nil for `$METRONOMED_SOCKET` or the usual one.
    ///   - lead: how long before it is heard the event of a beat comes, 0 to 10 s; see ``updates``.
    ///   - timeout: how long an answer of the daemon is waited for, from when it was asked.
    ///   - waits: whether to wait until there is a daemon, instead of throwing.
    /// - Throws: ``ControlSocketError`` where the path is not known, ``ClientError`` where no daemon answers, ``ControlError``
    ///   where it refuses the connection.
    public static func connect(
        socket: String? = nil, lead: Duration = .milliseconds(Lead.usual), timeout: Duration = .seconds(10),
        waits: Bool = false
    ) async throws -> Metronome {
        let path = try ControlSocket.path(explicit: socket, environment: ProcessInfo.processInfo.environment)
        let follower: BeatFollower
        do { follower = try BeatFollower(timeout: timeout) } catch { throw ClientError.io("eventfd: \(error)") }
        let status = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                follower.awaitConnection(waits: waits, continuation)
                do {
                    try DetachedThread.start { follower.run(path: path, lead: lead) }
                } catch {
                    follower.fail(ClientError.io("pthread_create: \(error)"))
                }
            }
        } onCancel: {
            follower.fail(CancellationError())
        }
        return Metronome(follower, status)
    }

    private let follower: BeatFollower
    private let firstStatus: Status

    private init(_ follower: BeatFollower, _ status: Status) {
        self.follower = follower
        firstStatus = status
    }

    deinit { follower.end() }

    private static let mostWaiting = 1024

    /// What the daemon said last of its state. Its position and pendulum are those of its `time`.
    public var status: Status { follower.status ?? firstStatus }

    /// What is heard at any time near the present, by what the daemon said last; nil while there is no connection.
    public var music: HeardMusic? { follower.music }

    /// Each beat once, at the time at which it is heard. Of more than 1024 that are not taken, the oldest are lost.
    public var beats: AsyncStream<Beat> { beats(ahead: .zero) }

    /// Each beat once, by `ahead` before it is heard: for a lamp that is slow, or to prepare a picture.
    ///
    /// A beat that is known later, such as the first after a start, comes as soon as it is known. One that moves afterwards
    /// does not come again. The sequence goes on when the daemon is restarted, and ends where a connection is no longer
    /// possible.
    public func beats(ahead: Duration) -> AsyncStream<Beat> {
        AsyncStream(bufferingPolicy: .bufferingNewest(Self.mostWaiting)) { continuation in
            let id = follower.add(beats: continuation, aheadNs: ahead.nanoseconds)
            continuation.onTermination = { _ in withExtendedLifetime(self) { self.follower.remove(id) } }
        }
    }

    /// The answer to a request, which is sent by the thread. A task that is cancelled gets `CancellationError` at once; what it has
    /// asked for may be done all the same.
    func answer(to method: String, _ params: [String: JSONValue]) async throws -> ConnectionAnswer {
        let answer = AwaitedAnswer()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                answer.await(continuation)
                if !answer.isOver { follower.ask(method, params, answer) }
            }
        } onCancel: {
            answer.resume(.failure(CancellationError()))
        }
    }

    /// What happens from now on: events as they come, and the connection lost and made again. Of more than 1024 that are not taken, the
    /// oldest are lost.
    public var updates: AsyncStream<Update> {
        AsyncStream(bufferingPolicy: .bufferingNewest(Self.mostWaiting)) { continuation in
            let id = follower.add(updates: continuation)
            continuation.onTermination = { _ in withExtendedLifetime(self) { self.follower.remove(id) } }
        }
    }

    /// What has happened.
    public enum Update: Sendable, Hashable {
        /// It is connected, for the first time or again; the events that follow change this state.
        case connected(Status)
        /// An event of the daemon.
        case event(Event)
        /// The connection is lost, for a reason in words; it is tried again.
        case disconnected(String)
    }
}
