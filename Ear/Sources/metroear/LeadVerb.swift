// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Bridges
import Programs

/// `lead`: has the metronome follow a player.
struct LeadVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lead",
        abstract: "Have the metronome follow what is played",
        discussion: """
            It finds tempo and beats of a player without a click, and the metronome follows them as any outside clock: metroctl status \
            says so. It listens to two bars first, of eight beats at least, and the first stroke begins a bar. Where a rhythm can be \
            felt at half or at twice its tempo, the nearer one to the metronome's tempo is taken: so set about the tempo before, with \
            metroctl tempo.

            Where nothing is played, or nothing with a beat, the metronome goes on at the last tempo. A song or a speed trainer keeps its \
            own. Without --headphones, the metronome's own clicks are learnt and left out.

            It waits for the daemon and for the device. It runs until it is interrupted.
            """)

    @OptionGroup var player: PlayerOptions

    @Flag(name: .long, help: "Start the metronome once the beat is known, with the next bar.")
    var start = false

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        try daemon.run { path, signals, say in
            try LeadBridge(player.source, starts: start).run(socket: path, signals: signals, say: say)
        }
    }
}
