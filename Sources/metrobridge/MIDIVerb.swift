// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Bridges
import FoundationEssentials
import Glibc
internal import MetronomeBounds
import MetronomeControl
import MetronomeLinux
import Programs

/// `metrobridge midi`: a MIDI clock, either way, and pedals.
struct MIDIVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "midi", abstract: "Send a MIDI clock, or follow one; pedals and keys",
        discussion: """
            --out sends 24 clocks a quarter note, each when its place is heard; start at bar 1, continue with a song position \
            where it is started in mid-music or a song goes on elsewhere, and stop. A count-in has clocks, but no start. Ramps \
            and songs are followed.

            --in has the metronome follow the clock that comes: its tempo, beats, start, continue and stop. Pedals, keys and \
            knobs do what a file says, a line such as "controller 64" = "toggle" or "controller 1" = "tempo 40...240" for \
            each; metrobridge midi learn prints what arrives as such lines. With both, what comes back of the clock that is \
            sent is not followed.

            A port is one of ALSA's raw MIDI (hw:1,0,0, hw:NAME,0), or the path of a device, FIFO, pseudoterminal or \
            file. One that is unplugged is waited for. With --jack there are ports of JACK instead, metronomed-midi:clock and \
            metronomed-midi:control, where each clock has its exact frame; --out and --in then name those to connect them to, \
            and with only one of them there is its port alone.

            Examples:
              metrobridge midi --out hw:1,0,0
              metrobridge midi --out /dev/ttyUSB0 --offset -3   a drum machine that is late by 3 ms
              metrobridge midi --in hw:1,0,0                    follow a sequencer; foot pedals
              metrobridge midi --jack                           to be connected by hand
              metrobridge midi --jack --out system:midi_playback_1
              mkdir -p ~/.config/metronomed
              metrobridge midi learn --in hw:1,0,0 >> ~/.config/metronomed/midi.toml
              metrobridge midi learn --jack                     of what is connected to metronomed-learn:control
            """)

    /// What is done in place of the bridge.
    enum Task: String, ExpressibleByArgument, CaseIterable { case learn }

    @Argument(
        help: ArgumentHelp(
            "learn: print what pedals and keys send, as lines for that file; in a terminal it asks for the usual ones.",
            valueName: "task"))
    var task: Task?

    @Option(name: .long, help: ArgumentHelp("Where the clock is sent.", valueName: "port"), completion: .file())
    var out: String?
    @Option(
        name: .customLong("in"), help: ArgumentHelp("What is listened to.", valueName: "port"), completion: .file())
    var input: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How much later clocks are sent, -1000...1000; - is earlier. (default: 0)", valueName: "ms"))
    var offset: Double?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How much later than clocks come their beats are heard, -1000...1000. (default: 0)", valueName: "ms"))
    var inOffset: Double?
    @Flag(help: "Ports of JACK, or of PipeWire in its place.")
    var jack = false
    @Option(
        help: ArgumentHelp(
            "The name of the JACK server. (default: $JACK_DEFAULT_SERVER, or default)", valueName: "name"))
    var server: String?
    @Option(
        help: ArgumentHelp(
            "What pedals and keys do. (default: midi.toml in the folder of the configuration)", valueName: "file"),
        completion: .file())
    var map: String?
    @OptionGroup var options: Options

    func validate() throws {
        if task == .learn, input == nil, !jack {
            throw ValidationError("learn listens to a port: name it with --in, or have one of JACK by --jack.")
        }
        let others = [
            ("--out", out != nil), ("--offset", offset != nil), ("--in-offset", inOffset != nil), ("--map", map != nil),
        ]
        if task == .learn, let other = others.first(where: \.1) {
            throw ValidationError("learn listens and does no more: leave \(other.0) out.")
        }
        if server != nil, !jack { throw ValidationError("--server is for --jack.") }
        guard jack || out != nil || input != nil else {
            throw ValidationError("Name a port: --out for the clock of the metronome, --in for what comes, or both.")
        }
        for (name, offset) in [("--offset", offset), ("--in-offset", inOffset)] {
            if let offset, !(-1000...1000).contains(offset) {
                throw ValidationError("\(name) must be -1000 to 1000 milliseconds.")
            }
        }
        if map != nil, !receives { throw ValidationError("--map is for what comes: name the port with --in.") }
        if inOffset != nil, !receives {
            throw ValidationError("--in-offset is for the clock that comes: name its port with --in.")
        }
        if offset != nil, !sends {
            throw ValidationError("--offset is for the clock that is sent: name its port with --out.")
        }
    }

    /// Whether a clock is sent, and whether something is listened to: JACK has ports for both where none is named.
    private var sends: Bool { out != nil || jack && input == nil }
    private var receives: Bool { input != nil || jack && out == nil }

    func run() throws {
        if task == .learn { return try learn() }
        let (offsetNs, inputOffsetNs) = (Int64(clamping: (offset ?? 0) * 1e6), Int64(clamping: (inOffset ?? 0) * 1e6))
        try options.run("midi") {
            var bridge =
                jack
                ? try MIDIBridge(
                    jack: "metronomed-midi", server: server, sends: sends, receives: receives, to: out, from: input,
                    offsetNs: offsetNs, inputOffsetNs: inputOffsetNs, map: try mapFile())
                : try MIDIBridge(
                    to: out, from: input, offsetNs: offsetNs, inputOffsetNs: inputOffsetNs, map: try mapFile())
            if RealtimePriority.request(20) <= 0 {
                bridge.notice =
                    "no real-time priority: clocks may be late by milliseconds where the machine is busy"
            }
            return bridge
        }
    }

    private func learn() throws {
        let asks = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
        let signals = try options.signals()
        let ask: (String) -> Void = { Metrobridge.say(verbatim: $0) }
        let print: (String) -> Void = { try? Descriptor.write(Array("\($0)\n".utf8), to: STDOUT_FILENO) }
        do {
            var lesson =
                jack
                ? try MIDILesson(
                    jack: "metronomed-learn", server: server, from: input, asks: asks, signals: signals, ask: ask,
                    print: print)
                : try MIDILesson(from: input ?? "", asks: asks, signals: signals, ask: ask, print: print)
            lesson.run()
        } catch let refusal as any Error & CustomStringConvertible {
            throw ProgramFailure.failed(refusal.description)
        }
    }

    /// The file of what pedals do; nil where nothing is listened to.
    private func mapFile() throws(SystemError) -> MapFile? {
        guard receives else { return nil }
        if let map { return try MapFile(map, mustExist: true) }
        let folder = BaseFolders(environment: ProcessInfo.processInfo.environment).configuration
        guard let folder else { return nil }
        return try MapFile(folder + "/metronomed/midi.toml", mustExist: false)
    }
}
