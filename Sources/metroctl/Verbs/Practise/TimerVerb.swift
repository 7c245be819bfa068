// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl
import MetronomeSession

/// `metroctl timer`: ends the music after a length of time, bars or beats; without words it tells how much is left.
struct TimerVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "timer.set", usage: "metroctl timer [<length> | off] [<options>]", more: [("timer", "tells what is left")])

    @Argument(help: "How long: 5 minutes, 90s, 32 bars, 64 beats; or off.", completion: .list(["off"]))
    var words: [String] = []
    @OptionGroup var options: ChangeOptions

    func run() throws {
        guard words.isEmpty else {
            return try options.perform(["timer"] + words) { change in
                let length = change.values["timer"]?.string ?? "off"
                let isTime = ["second", "minute"].contains { length.contains($0) }
                return length == "off"
                    ? ""
                    : "\n(" + (isTime ? "it ends with the bar that is under way; " : "")
                        + "every start from now on has this timer; metroctl timer off ends that)"
            }
        }
        try options.tell(["timer", "practice"]) { status in
            status.trainerLines.first { $0.0 == .timer }.map { "timer \($1)" } ?? "no timer"
        }
    }
}
