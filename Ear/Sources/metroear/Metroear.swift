// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import MetronomeControl
import Programs

/// `metroear`: hears a player.
@main
struct Metroear: Program {
    static let configuration = CommandConfiguration(
        commandName: "metroear",
        abstract: "Hear when a player's strokes begin",
        discussion: """
            It finds where sounds begin: to a tenth of a millisecond those that are struck, clapped or plucked, to some milliseconds \
            those that are bowed or sung.

            Nothing of the sound is kept: only the time and the level of each onset leaves the program.

            Exit status: 0 done or interrupted, 1 it could not do its work, 2 wrong usage, 3 no daemon, 4 a daemon of \
            another protocol.
            """,
        version: Product.version(of: "metroear"),
        subcommands: [JoinVerb.self, LeadVerb.self, ListenVerb.self, MeasureVerb.self, OnsetsVerb.self, StartVerb.self])
}
