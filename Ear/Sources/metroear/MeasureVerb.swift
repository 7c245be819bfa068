// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Bridges
import FoundationEssentials
import Hearing
import MetronomeLinux
import Programs

/// `measure`: finds how late the metronome is heard, and sets its offset.
struct MeasureVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure",
        abstract: "Measure how late the metronome is heard, and set its offset",
        discussion: """
            It plays some clicks while you are silent, finds them in what the microphone hears, and sets the offset of the output so that \
            beats are heard at the microphone when they are told. What the microphone itself adds and does not report is in it.

            Where too few clicks are heard, where they scatter, drift or fade, or something else sounds, it says so and changes nothing. \
            metroctl offset measure is the same.

            With --cable the output is connected to the input. Half of the delay then is the output's, and half the input's: that is kept, \
            and taken off whatever is heard by the device from then on.
            """)

    @OptionGroup var microphone: DeviceOption

    @Flag(name: .long, help: "A cable leads from the output to the input: tell their delays apart.")
    var cable = false

    @Flag(name: .long, help: "Print the result as a line of JSON.")
    var json = false

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let inputs = InputDelays(environment: ProcessInfo.processInfo.environment)
        let known = cable ? 0 : inputs.ms(of: microphone.device) ?? 0
        let source = PlayerSource(Listening(microphone.device, for: .drums, lateMs: known), hearsClicks: false)
        var outcome: LoopOutcome?
        try daemon.run { path, signals, say in
            try LoopBridge(source, isCable: cable) { outcome = $0 }.run(socket: path, signals: signals, say: say)
        }
        guard let outcome else { return }
        try tell(outcome)
        guard let input = outcome.inputMs else { return }
        do throws(SystemError) { try inputs.store((input * 100).rounded() / 100, of: microphone.device) } catch {
            throw ProgramFailure.failed("the offset is set, the delay of the input is not kept: \(error.message)")
        }
    }

    private func tell(_ outcome: LoopOutcome) throws {
        let scatter = Decimals.text(outcome.scatterMs, 2)
        let input = outcome.inputMs.map { Decimals.text($0, 2) }
        if json {
            try Metroear.write(
                "{\"offset_ms\": \(Decimals.text(outcome.offsetMs, 2)), \"former_ms\": \(Decimals.text(outcome.formerMs, 2)), "
                    + "\"scatter_ms\": \(scatter), \"heard\": \(outcome.heard), \"clicks\": \(outcome.clicks)"
                    + (input.map { ", \"input_ms\": \($0)" } ?? "") + "}\n")
        } else if !daemon.quiet {
            let sign = outcome.offsetMs > 0 ? "+" : ""
            try Metroear.write(
                "offset \(sign)\(Decimals.text(outcome.offsetMs, 2)) ms, before \(Decimals.text(outcome.formerMs, 2)) ms\(input.map { "; input \($0) ms" } ?? "") "
                    + "(\(outcome.heard) of \(outcome.clicks) clicks heard, scatter \(scatter) ms)\n")
        }
    }
}
