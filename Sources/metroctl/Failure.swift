// SPDX-License-Identifier: Apache-2.0

import MetronomeControl

/// Why the program ends without having done what was asked.
struct Failure: Error {
    static let refused: Int32 = 1
    static let usage: Int32 = 2
    static let noDaemon: Int32 = 3
    static let noAnswer: Int32 = 4

    /// The exit status.
    let status: Int32
    /// For stderr; empty for nothing.
    let message: String
    /// A stable word for scripts.
    let reason: String
    /// The daemon's own words, where it refused.
    let refusal: ControlError?

    init(_ status: Int32, _ message: String, reason: String? = nil) {
        self.status = status
        self.message = message
        self.reason = reason ?? Self.reason(status)
        refusal = nil
    }

    /// A request that was refused, by the daemon or before it was sent.
    init(_ refusal: ControlError, status: Int32 = Failure.refused) {
        self.status = status
        message = refusal.message
        reason = refusal.reason
        self.refusal = refusal
    }

    init(_ error: ClientError) {
        let (status, reason) =
            switch error {
            case .notRunning: (Self.noDaemon, "no_daemon")
            case .closed: (Self.noDaemon, "closed")
            case .io, .forbidden: (Self.noDaemon, "io")
            case .timeout: (Self.noAnswer, "timeout")
            case .protocolMismatch: (Self.noAnswer, "protocol_mismatch")
            }
        self.init(status, error.description, reason: reason)
    }

    init(_ loss: ConnectionLoss) {
        switch loss {
        case .failed(let error): self.init(error)
        case .refused(let error): self.init(error)
        }
    }

    private static func reason(_ status: Int32) -> String {
        switch status {
        case usage: "usage"
        case noDaemon: "no_daemon"
        case noAnswer: "timeout"
        default: "failed"
        }
    }

    /// As one line of JSON, in the form of the daemon's errors.
    var json: String {
        let error: JSONValue =
            refusal.flatMap { try? JSONLine.parse(JSONLine.encode($0)) }
            ?? ["message": .string(message), "data": ["reason": .string(reason)]]
        return JSONValue.object(["error": error]).text
    }
}
