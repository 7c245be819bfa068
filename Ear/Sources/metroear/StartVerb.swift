// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Bridges
import Hearing
import Programs

/// `start`: starts the metronome with the beat after four strokes.
struct StartVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start",
        abstract: "Start the metronome by four strokes, with the fifth beat",
        discussion: """
            Four even strokes, of sticks or hands, say tempo and beat; the first beat of the metronome is where a fifth would be. What is \
            uneven is waited out. metroctl start --by-ear is the same.

            It ends once it plays, or when it is interrupted.
            """)

    @OptionGroup var microphone: DeviceOption
    @OptionGroup var heard: InstrumentOption

    @Flag(name: .long, help: "Print the tempo as a line of JSON.")
    var json = false

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let source = PlayerSource(Listening(microphone.device, for: heard.instrument), hearsClicks: false)
        var tempo: Double?
        try daemon.run { path, signals, say in
            try CountInBridge(source) { tempo = $0 }.run(socket: path, signals: signals, say: say)
        }
        guard let tempo else { return }
        if json {
            try Metroear.write("{\"playing\": true, \"bpm\": \(Decimals.text(tempo, 2))}\n")
        } else if !daemon.quiet {
            try Metroear.write("playing, \(Decimals.text(tempo, 1)) bpm by ear\n")
        }
    }
}
