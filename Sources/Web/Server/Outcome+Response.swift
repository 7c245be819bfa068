// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import NIOHTTP1

extension DaemonLink.Outcome {
    /// The line that answers a page's request as the daemon would, without paths; nil where the daemon has said nothing.
    func line(to request: Request, _ state: inout PresentState) -> [UInt8]? {
        switch self {
        case .result(let value): Reply.line(to: request, result: state.told(value))
        case .refused(let error): Reply.line(to: request, error: state.told(error))
        case .unanswered, .tooMany: nil
        }
    }

    /// What a page is answered where the daemon has said nothing.
    var refusal: WebResponse {
        switch self {
        case .tooMany: .refusal(.tooManyRequests, .busy, "too many requests at once: wait for the answers")
        case .unanswered(.timeout): .refusal(.serviceUnavailable, .busy, "the daemon did not answer in time")
        case .unanswered: .refusal(.serviceUnavailable, .busy, "there is no daemon: start one with metronomed")
        case .result, .refused: .refusal(.internalServerError, .internal, "the daemon's answer was not understood")
        }
    }
}
