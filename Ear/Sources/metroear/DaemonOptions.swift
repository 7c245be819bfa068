// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Bridges
import Glibc
import MetronomeControl
import MetronomeLinux
import Programs

/// Which daemon is spoken to, and how much is said.
struct DaemonOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("The daemon's socket.", valueName: "path"))
    var socket: String?

    @Flag(name: .shortAndLong, help: "Print nothing but errors and JSON.")
    var quiet = false

    /// Runs a bridge until it is done or interrupted. Throws a `ProgramFailure`.
    func run(_ bridge: (_ socket: String, _ signals: Signals, _ say: @escaping (String) -> Void) throws -> Void) throws
    {
        let path = try ControlSocket.path(explicit: socket)
        do {
            try bridge(path, try Signals([SIGINT, SIGTERM, SIGHUP]), quiet ? { _ in } : { Metroear.report($0) })
        } catch let error as SystemError {
            throw ProgramFailure.failed(error.message)
        } catch let failure as EarFailure {
            throw ProgramFailure.failed(failure.reason)
        } catch let loss as ConnectionLoss {
            throw ProgramFailure(loss)
        }
    }
}
