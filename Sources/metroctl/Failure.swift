// SPDX-License-Identifier: Apache-2.0

import Control

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

    init(_ status: Int32, _ message: String) {
        self.status = status
        self.message = message
    }

    init(_ error: ClientError) {
        let status =
            switch error {
            case .notRunning, .closed, .io: Self.noDaemon
            case .timeout, .protocolMismatch: Self.noAnswer
            }
        self.init(status, error.description)
    }

    init(_ loss: ConnectionLoss) {
        switch loss {
        case .failed(let error): self.init(error)
        case .refused(let error): self.init(Self.refused, error.message)
        }
    }
}
