// SPDX-License-Identifier: GPL-2.0-or-later

import ArgumentParser
import Bridges
import Glibc
import MetronomeControl
import MetronomeLinux
import Programs

/// `metrolink`: joins the daemon to Ableton Link.
@main
struct Metrolink: Program {
    static let configuration = CommandConfiguration(
        commandName: "metrolink",
        abstract: "Join the metronome to Ableton Link",
        discussion: """
            All programs with Ableton Link on the local networks have one tempo, one beat and one bar; start and stop are \
            shared with those that want it. Joining changes nothing for them: with others in the session the daemon follows \
            it, and a tempo set with metroctl is given to it. Alone, the session takes the tempo of the daemon. A tempo below \
            20 or above 999 is a multiple of it there: 10 bpm is 20, 1000 is 500.

            It waits for the daemon, finds its place when it is started in mid-music, and the beat goes on when it ends. It \
            runs until it is interrupted; metroctl link says how it fares.

            Exit status: 0 interrupted, 1 it could not do its work, 2 wrong usage, 3 no daemon, 4 a daemon of \
            another protocol.
            """,
        version: Product.version(of: "metrolink"))

    @Option(name: .long, help: ArgumentHelp("The daemon's socket.", valueName: "path"))
    var socket: String?

    @Flag(name: .shortAndLong, help: "Print nothing but errors that end it.")
    var quiet = false

    func run() throws {
        let path = try ControlSocket.path(explicit: socket)
        do {
            let signals = try Signals([SIGINT, SIGTERM, SIGHUP])
            let say: (String) -> Void = quiet ? { _ in } : { Self.report($0) }
            try LinkBridge(try LinkPeer()).run(socket: path, signals: signals, say: say)
        } catch let error as SystemError {
            throw ProgramFailure.failed(error.message)
        } catch let loss as ConnectionLoss {
            throw ProgramFailure(loss)
        }
    }
}
