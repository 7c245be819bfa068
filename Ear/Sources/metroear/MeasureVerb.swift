// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Bridges
import Hearing
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
            """)

    @OptionGroup var microphone: DeviceOption

    @Flag(name: .long, help: "Print the result as a line of JSON.")
    var json = false

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let source = PlayerSource(Listening(microphone.device, for: .drums), hearsClicks: false)
        var outcome: LoopOutcome?
        try daemon.run { path, signals, say in
            try LoopBridge(source) { outcome = $0 }.run(socket: path, signals: signals, say: say)
        }
        if let outcome { try tell(outcome) }
    }

    private func tell(_ outcome: LoopOutcome) throws {
        let scatter = Decimals.text(outcome.scatterMs, 2)
        if json {
            try Metroear.write(
                "{\"offset_ms\": \(Decimals.text(outcome.offsetMs, 2)), \"former_ms\": \(Decimals.text(outcome.formerMs, 2)), "
                    + "\"scatter_ms\": \(scatter), \"heard\": \(outcome.heard), \"clicks\": \(outcome.clicks)}\n")
        } else if !daemon.quiet {
            let sign = outcome.offsetMs > 0 ? "+" : ""
            try Metroear.write(
                "offset \(sign)\(Decimals.text(outcome.offsetMs, 2)) ms, before \(Decimals.text(outcome.formerMs, 2)) ms "
                    + "(\(outcome.heard) of \(outcome.clicks) clicks heard, scatter \(scatter) ms)\n")
        }
    }
}
