// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Bridges
import Programs

/// `join`: tells the daemon what is played.
struct JoinVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join",
        abstract: "Tell the metronome what is played, for its score",
        discussion: """
            While it plays and metroctl score is on, each stroke that is heard is compared with the beats, the subdivision or the lanes. \
            metroctl score tells how early or late, and metroctl bridges that somebody listens.

            The metronome's own clicks are no strokes. What they sound like at the microphone is learnt from the first four of each sound, \
            near which no stroke is told, and taken off from then on. So let it play a bar or two before you join in. With --headphones \
            nothing is taken off, and strokes count from the first beat on.

            It waits for the daemon and for the device. It runs until it is interrupted.
            """)

    @OptionGroup var player: PlayerOptions

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        try daemon.run { path, signals, say in
            try EarBridge(player.source).run(socket: path, signals: signals, say: say)
        }
    }
}
