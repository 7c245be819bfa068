// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Bridges
import Glibc
import Hearing
import MetronomeControl
import MetronomeLinux
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

    @Option(name: .long, help: ArgumentHelp("The daemon's socket.", valueName: "path"))
    var socket: String?

    @Flag(name: .shortAndLong, help: "Print nothing but errors and JSON.")
    var quiet = false

    func run() throws {
        let path = try ControlSocket.path(explicit: socket)
        let say: (String) -> Void = quiet ? { _ in } : { Metroear.say($0) }
        let source = PlayerSource(Listening(microphone.device, for: heard.instrument), hearsClicks: false)
        var tempo: Double?
        do {
            let signals = try Signals([SIGINT, SIGTERM, SIGHUP])
            try CountInBridge(source) { tempo = $0 }.run(socket: path, signals: signals, say: say)
        } catch let error as SystemError {
            throw ProgramFailure.failed(error.message)
        } catch let failure as CountInFailure {
            throw ProgramFailure.failed(failure.reason)
        } catch let loss as ConnectionLoss {
            throw ProgramFailure(loss)
        }
        guard let tempo else { return }
        if json {
            try Metroear.write("{\"playing\": true, \"bpm\": \(Decimals.text(tempo, 2))}\n")
        } else if !quiet {
            try Metroear.write("playing, \(Decimals.text(tempo, 1)) bpm by ear\n")
        }
    }
}
