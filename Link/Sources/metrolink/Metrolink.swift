// SPDX-License-Identifier: GPL-2.0-or-later

import ArgumentParser
import Bridges
import Control
import FoundationEssentials
import Glibc
import Linux

/// `metrolink`: joins the daemon to Ableton Link.
@main
struct Metrolink: ParsableCommand {
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

            Exit status: 0 interrupted, 1 it could not do its work, 2 wrong usage, 4 the daemon has another protocol.
            """,
        version: Product.version)

    @Option(name: .long, help: ArgumentHelp("The daemon's socket.", valueName: "path"))
    var socket: String?

    @Flag(name: .shortAndLong, help: "Print nothing but errors that end it.")
    var quiet = false

    func run() throws {
        let path: String
        do {
            path = try ControlSocket.path(explicit: socket, environment: ProcessInfo.processInfo.environment)
        } catch { throw Failure(status: Failure.usage, message: error.description) }
        do {
            let signals = try Signals([SIGINT, SIGTERM, SIGHUP])
            let say: (String) -> Void = quiet ? { _ in } : { Output.error($0) }
            var bridge = LinkBridge(try LinkPeer(), socket: path, signals: signals, say: say)
            try bridge.run()
        } catch let error as SystemError {
            throw Failure(status: Failure.failed, message: error.message)
        } catch let end as LinkEnd {
            throw Failure(status: end.isOtherProtocol ? Failure.otherProtocol : Failure.failed, message: end.message)
        }
    }

    static func main() {
        // Where nobody reads any more, writing fails with EPIPE instead of ending the program.
        signal(SIGPIPE, SIG_IGN)
        do {
            do {
                var command = try parseAsRoot(try ProgramArguments.read())
                try command.run()
            } catch  where exitCode(for: error) == .success {
                // Help, the version or a script of completions was asked for.
                try Descriptor.write(Array((fullMessage(for: error) + "\n").utf8), to: STDOUT_FILENO)
            }
        } catch let failure as Failure {
            Output.error(failure.message)
            Glibc.exit(failure.status)
        } catch let error as SystemError {
            Output.error(error.message)
            Glibc.exit(Failure.usage)
        } catch let error as Errno {
            if error.code == EPIPE { Glibc.exit(0) }
            Output.error("cannot write to standard output: \(error)")
            Glibc.exit(Failure.failed)
        } catch {
            guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
            Output.error(verbatim: UsageMessage.text(fullMessage(for: error), program: "metrolink").printableLines)
            Glibc.exit(Failure.usage)
        }
    }
}
