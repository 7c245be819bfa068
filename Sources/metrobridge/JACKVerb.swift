// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Bridges
internal import MetronomeBounds
import MetronomeControl
import MetronomeLinux

/// `metrobridge jack`: transport and timebase.
struct JACKVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "jack", abstract: "Join JACK's transport, and tell it bars and beats",
        discussion: """
            Start, stop and locate go both ways between the metronome and the programs on JACK's transport, such as Ardour. \
            Frame 0 is bar 1, or the start of the song. While the transport rolls, the beats follow its frames; a song begins in \
            step with them and keeps its own tempo. Tempo, meter and song are the metronome's, and every program on JACK is \
            told them, unless another one tells bars and beats: those are followed as long as it does.

            Examples:
              metrobridge jack
              metrobridge jack --timebase take       also where another program tells bars and beats
              metrobridge jack --server studio
            """)

    @Option(
        help: ArgumentHelp(
            "Who tells bars and beats: auto, this unless another program does; take, this; off, another. (default: auto)",
            valueName: "who"))
    var timebase: JACKBridge.Timebase?
    @Option(
        help: ArgumentHelp(
            "The name of the JACK server. (default: $JACK_DEFAULT_SERVER, or default)", valueName: "name"))
    var server: String?
    @Option(help: ArgumentHelp("What it is called on JACK. (default: metronomed)", valueName: "name"))
    var name: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How much later the beats are heard than the transport, in ms, -1000...1000; below 0 for earlier. (default: 0)",
            valueName: "ms"))
    var offset: Double?
    @OptionGroup var options: Options

    func validate() throws {
        if let offset, !(-1000...1000).contains(offset) {
            throw ValidationError("--offset takes -1000...1000 milliseconds.")
        }
        for (option, word) in [("--name", name), ("--server", server)] {
            if let word, !(1...32).contains(word.utf8.count) || word.printable != word || word.contains(":") {
                throw ValidationError("\(option) takes 1 to 32 bytes of text without a colon.")
            }
        }
    }

    func run() throws {
        try options.run("jack") {
            try JACKBridge(
                name ?? "metronomed", server: server, timebase: timebase ?? .auto,
                offsetNs: Int64(clamping: ((offset ?? 0) * 1e6).rounded()))
        }
    }
}

extension JACKBridge.Timebase: ExpressibleByArgument {}
