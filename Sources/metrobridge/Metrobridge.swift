// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl
import Programs

/// `metrobridge`: joins the daemon to other software and machines.
@main
struct Metrobridge: Program {
    static let configuration = CommandConfiguration(
        commandName: "metrobridge",
        abstract: "Join the metronome to other software and machines",
        discussion: """
            A bridge is a client of the daemon in a process of its own: it waits for the daemon, finds its place when it is \
            started in mid-music, and the beat goes on when it ends. It runs until it is interrupted.

            Exit status: 0 interrupted, 1 it could not do its work, 2 wrong usage, 3 no daemon, 4 a daemon of \
            another protocol.
            """,
        version: Product.version(of: "metrobridge"),
        subcommands: [MIDIVerb.self, JACKVerb.self, OSCVerb.self, MPRISVerb.self])
}
