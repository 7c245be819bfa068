// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Control
import Glibc
import Linux
import Programs

/// The options of every bridge.
struct Options: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("The daemon's socket.", valueName: "path"))
    var socket: String?

    @Flag(name: .shortAndLong, help: "Print nothing but errors that end it.")
    var quiet = false

    /// The path of the daemon's socket.
    func socketPath() throws(Failure) -> String {
        try ControlSocket.path(explicit: socket)
    }

    /// Prints a line about a bridge, unless nothing is to be printed.
    func say(_ bridge: String) -> (String) -> Void {
        quiet ? { _ in } : { Metrobridge.say("\(bridge): \($0)") }
    }

    /// Runs a bridge until it is interrupted. Signals are caught before it is opened.
    func run<Joined: Bridge & ~Copyable>(_ name: String, _ open: () throws -> Joined) throws {
        let (socket, signals) = (try socketPath(), try signals())
        do {
            var link = BridgeLink(try open(), socket: socket, signals: signals, say: say(name))
            try link.run()
        } catch let loss as ConnectionLoss {
            throw Failure(loss)
        } catch let refusal as any Error & CustomStringConvertible {
            throw Failure.failed(refusal.description)
        }
    }

    /// The signals that end a bridge.
    func signals() throws(Failure) -> Signals {
        do { return try Signals([SIGINT, SIGTERM, SIGHUP]) } catch {
            throw .failed(error.message)
        }
    }
}
