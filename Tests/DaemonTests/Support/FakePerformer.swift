// SPDX-License-Identifier: Apache-2.0

import MetronomeControl

@testable import Daemon

/// Takes the requests of clients, and answers them at once or when a test says so.
///
/// Like the conductor it answers a subscription before it starts the subscriber's feed.
final class FakePerformer: RequestPerformer {
    typealias Answer = (Result<any Encodable & Sendable, ControlError>) -> Void

    var answersAtOnce = true
    private(set) var calls: [Call] = []
    private(set) var waiting: [Answer] = []
    private(set) var subscribers: [ObjectIdentifier: any Subscriber] = [:]
    private(set) var feeds: Set<ObjectIdentifier> = []
    private(set) var departures = 0

    func perform(_ call: Call, for subscriber: any Subscriber, answer: @escaping Answer) {
        calls.append(call)
        if case .subscribe = call {
            subscribers[ObjectIdentifier(subscriber)] = subscriber
        }
        if answersAtOnce { answer(.success(["call": calls.count])) } else { waiting.append(answer) }
        if case .subscribe = call { feeds.insert(ObjectIdentifier(subscriber)) }
    }

    /// Answers the oldest request that waits.
    func answerOldest() { waiting.removeFirst()(.success(["call": calls.count])) }

    func leave(_ subscriber: any Subscriber) {
        departures += 1
        subscribers[ObjectIdentifier(subscriber)] = nil
        feeds.remove(ObjectIdentifier(subscriber))
    }
}
