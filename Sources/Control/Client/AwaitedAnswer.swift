// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// An answer that a task waits for: the first of an answer, an error and the end of the task is what it gets.
final class AwaitedAnswer: Sendable {
    private enum State {
        case asked
        case awaited(CheckedContinuation<ConnectionAnswer, any Error>)
        case over(Result<ConnectionAnswer, any Error>)
    }

    private let state = Mutex(State.asked)

    /// Whether nobody waits for it any more.
    var isOver: Bool {
        state.withLock { state in
            if case .over = state { true } else { false }
        }
    }

    /// The task waits.
    func await(_ continuation: CheckedContinuation<ConnectionAnswer, any Error>) {
        let result: Result<ConnectionAnswer, any Error>? = state.withLock { state in
            if case .over(let result) = state { return result }
            state = .awaited(continuation)
            return nil
        }
        if let result { continuation.resume(with: result) }
    }

    /// Gives it to the task; what comes later is nobody's.
    func resume(_ result: Result<ConnectionAnswer, any Error>) {
        let continuation: CheckedContinuation<ConnectionAnswer, any Error>? = state.withLock { state in
            defer { if case .over = state {} else { state = .over(result) } }
            guard case .awaited(let continuation) = state else { return nil }
            return continuation
        }
        continuation?.resume(with: result)
    }
}
