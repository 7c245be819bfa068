// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
import MetronomeLinux
import Programs

struct OffsetTapVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tap", abstract: "Find the offset by tapping along to the click",
        discussion: """
            Tap any key with every click, \(TapCalibration.tapCount) times. Taps that went astray are dropped, and the mean \
            of the rest is proposed as the offset, with how much they scatter. Your own anticipation is in it: most \
            people tap 20 to 50 ms before a click they know is coming.

            Starts playing if nothing plays, and stops again. Delays of three quarters of a beat and more look like early \
            taps: choose a slower tempo for those.

            Examples:
              metroctl offset tap
              metroctl tempo 90 && metroctl offset tap --yes
            """)

    @Flag(name: .long, help: "Store the offset without asking.")
    var yes = false
    @OptionGroup var options: Options

    func run() throws {
        guard isatty(STDIN_FILENO) == 1 else {
            throw ProgramFailure.usage("offset tap needs a terminal on standard input, to tap in")
        }
        let signals = try Signals(catching: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP])
        var tapping = try Tapping(options: options, signals: signals)
        guard let keys = Terminal.hideKeys() else {
            throw ProgramFailure.usage("offset tap needs the terminal for itself: run it in the foreground")
        }
        let report: String
        do {
            defer { Terminal.showKeys(keys) }
            report = try tapping.run(stores: yes)
        } catch let failure as ProgramFailure {
            // Once the terminal is as it was: the shell gets it back now.
            if tapping.isSuspended { signals.suspend() }
            throw failure
        }
        if !options.quiet { try Output.line(report) }
    }
}
