// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl

/// Performs the requests of clients and sends them events. Belongs to the event loop.
protocol RequestPerformer: AnyObject {
    /// Does what a request asks for; `answer` is called once, now or later, on the loop.
    func perform(
        _ call: Call, for subscriber: any Subscriber,
        answer: @escaping (Result<any Encodable & Sendable, ControlError>) -> Void)

    /// Forgets a client that has gone. Called once, never from within another call of the performer.
    func leave(_ subscriber: any Subscriber)
}

extension Conductor: RequestPerformer {}
