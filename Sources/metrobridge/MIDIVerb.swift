// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Bridges
import Control
import Linux

/// `metrobridge midi`: a MIDI clock.
struct MIDIVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "midi", abstract: "Send a MIDI clock: tempo, start, stop and song position",
        discussion: """
            24 clocks a quarter note, each when its place is heard; start at bar 1, continue with a song position where it is \
            started in mid-music or a song goes on elsewhere, and stop. A count-in has clocks, but no start. Ramps and songs \
            are followed.

            A port is one of ALSA's raw MIDI (hw:1,0,0, hw:NAME,0), or the path of a device, FIFO, pseudoterminal or \
            file. One that is unplugged is waited for.

            Examples:
              metrobridge midi --out hw:1,0,0
              metrobridge midi --out /dev/ttyUSB0 --offset -3   a drum machine that is late by 3 ms
            """)

    @Option(name: .long, help: ArgumentHelp("Where the clock is sent.", valueName: "port"), completion: .file())
    var out: String
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How much later clocks are sent, -1000...1000; - is earlier. (default: 0)", valueName: "ms"))
    var offset: Double?
    @OptionGroup var options: Options

    func validate() throws {
        if let offset, !(-1000...1000).contains(offset) {
            throw ValidationError("--offset must be -1000 to 1000 milliseconds.")
        }
    }

    func run() throws {
        let (socket, signals, say) = (try options.socketPath(), try options.signals(), options.say("midi"))
        do {
            var bridge = try MIDIBridge(
                port: out, socket: socket, offsetNs: Int64((offset ?? 0) * 1e6), signals: signals, say: say)
            if RealtimePriority.request(20) == 0 {
                say("no real-time priority: clocks may be late by milliseconds where the machine is busy")
            }
            try bridge.run()
        } catch let refusal as MIDIPort.Refusal {
            throw Failure(status: Failure.failed, message: refusal.description)
        } catch let loss as ConnectionLoss {
            throw Failure(loss)
        }
    }
}
