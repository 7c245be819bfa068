// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
import MetronomeControl
import MetronomeLinux
import Programs

/// The options of every bridge.
struct Options: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("The daemon's socket.", valueName: "path"))
    var socket: String?

    @Flag(name: .shortAndLong, help: "Print nothing but errors that end it.")
    var quiet = false

    /// Runs a bridge until it is interrupted. Signals are caught before it is opened.
    func run<Joined: Bridge & ~Copyable>(_ name: String, _ open: () throws -> Joined) throws {
        let (socket, signals) = (try ControlSocket.path(explicit: socket), try signals())
        let say: (String) -> Void = quiet ? { _ in } : { Metrobridge.report("\(name): \($0)") }
        do {
            var link = BridgeLink(try open(), socket: socket, signals: signals, say: say)
            try link.run()
        } catch let loss as ConnectionLoss {
            throw ProgramFailure(loss)
        } catch let refusal as any Error & CustomStringConvertible {
            throw ProgramFailure.failed(refusal.description)
        }
    }

    /// The signals that end a bridge.
    func signals() throws(ProgramFailure) -> Signals {
        do { return try Signals([SIGINT, SIGTERM, SIGHUP]) } catch {
            throw .failed(error.message)
        }
    }
}
