// SPDX-License-Identifier: Apache-2.0

import Control

/// Why the program ends without having done what was asked.
struct Failure: Error {
    static let refused: Int32 = 1
    static let usage: Int32 = 2
    static let noDaemon: Int32 = 3
    static let noAnswer: Int32 = 4

    let status: Int32
    /// For stderr; empty for nothing.
    let message: String
    /// Whether it may be otherwise after a while.
    let mayPass: Bool

    init(_ status: Int32, _ message: String, mayPass: Bool = false) {
        self.status = status
        self.message = message
        self.mayPass = mayPass
    }

    init(_ error: ClientError) {
        switch error {
        case .notRunning, .closed, .io: self.init(Self.noDaemon, error.description, mayPass: true)
        case .timeout: self.init(Self.noAnswer, error.description, mayPass: true)
        case .protocolMismatch: self.init(Self.noAnswer, error.description)
        }
    }
}
