// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc

/// `metroctl offset measure`: finds the offset with a microphone. The program metroear does it.
struct OffsetMeasureVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure", abstract: "Find the offset by a microphone that hears the click",
        discussion: """
            It plays some clicks while you are silent, finds them in what the microphone hears, and stores the offset with which beats \
            are heard at the microphone when they are told. Where too few clicks are heard, where they scatter, drift or fade, or \
            something else sounds, it says so and changes nothing.

            With --cable the output is connected to the input: half of the delay is stored as the offset, and half as the input's, which \
            metroear takes off what it hears.

            Put the microphone where your ears are. The program metroear hears it: a package of its own, which make install-ear installs.

            Examples:
              metroctl offset measure
              metroctl offset measure --device hw:2
            """)

    @Option(name: .long, help: ArgumentHelp("The ALSA device of the microphone.", valueName: "device"))
    var device = "default"
    @Flag(name: .long, help: "A cable leads from the output to the input: tell their delays apart.")
    var cable = false
    @OptionGroup var options: Options

    func run() throws {
        // Without a daemon it ends as every verb does.
        _ = try options.connect()
        var words = ["measure", "--device", device, "--socket", try options.socketPath()]
        if cable { words.append("--cable") }
        if options.json { words.append("--json") }
        if options.quiet { words.append("--quiet") }
        throw InstalledProgram("metroear").become(words, else: "make install-ear installs it")
    }
}
