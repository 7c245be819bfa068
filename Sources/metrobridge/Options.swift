// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Control
import FoundationEssentials
import Glibc
import Linux

/// The options of every bridge.
struct Options: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("The daemon's socket.", valueName: "path"))
    var socket: String?

    @Flag(name: .shortAndLong, help: "Print nothing but errors that end it.")
    var quiet = false

    /// The path of the daemon's socket.
    func socketPath() throws(Failure) -> String {
        do {
            return try ControlSocket.path(explicit: socket, environment: ProcessInfo.processInfo.environment)
        } catch {
            throw Failure(status: Failure.usage, message: error.description)
        }
    }

    /// Prints a line about a bridge, unless nothing is to be printed.
    func say(_ bridge: String) -> (String) -> Void {
        quiet ? { _ in } : { Output.error("\(bridge): \($0)") }
    }

    /// The signals that end a bridge.
    func signals() throws(Failure) -> Signals {
        do { return try Signals([SIGINT, SIGTERM, SIGHUP]) } catch {
            throw Failure(status: Failure.failed, message: error.message)
        }
    }
}

extension Failure {
    init(_ loss: ConnectionLoss) {
        let isMismatch = if case .failed(.protocolMismatch) = loss { true } else { false }
        self.init(status: isMismatch ? Failure.otherProtocol : Failure.failed, message: loss.description)
    }
}
