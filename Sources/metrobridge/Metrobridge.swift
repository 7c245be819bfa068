// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Control
import Glibc
import Linux

/// `metrobridge`: joins the daemon to other software and machines.
@main
struct Metrobridge: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrobridge",
        abstract: "Join the metronome to other software and machines",
        discussion: """
            A bridge is a client of the daemon in a process of its own: it waits for the daemon, finds its place when it is \
            started in mid-music, and the beat goes on when it ends. It runs until it is interrupted.

            Exit status: 0 interrupted, 1 it could not do its work, 2 wrong usage, 4 the daemon has another protocol.
            """,
        version: Product.version,
        subcommands: [MIDIVerb.self, OSCVerb.self, MPRISVerb.self])

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
            Output.error(
                verbatim: UsageMessage.text(fullMessage(for: error), program: "metrobridge").printableLines)
            Glibc.exit(Failure.usage)
        }
    }
}
