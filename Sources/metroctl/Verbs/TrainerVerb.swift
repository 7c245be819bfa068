// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Control
import Session

/// `metroctl trainer`: practises with a tempo that changes and with silences, or without words tells where the trainers are.
struct TrainerVerb: ParsableCommand {
    private static let names = Trainer.Kind.endedByOff.map(\.rawValue)
    static let configuration = CommandConfiguration.verb(
        "speed_trainer.set", name: "trainer", abstract: "Practise with a changing tempo, and with silences",
        usage: "metroctl trainer [\(names.map { "\($0) <words> | " }.joined())off] [<options>]",
        with: Trainer.Kind.endedByOff.dropFirst().map { $0.member + ".set" } + ["trainers.off"],
        more: [("trainer", "tells where they are")])

    @Argument(
        help:
            "\(names.dropLast().joined(separator: ", ")) or \(names.last ?? "") and what follows it, or off to end all of them.",
        completion: .list(names + ["off"]))
    var words: [String] = []
    @OptionGroup var options: ChangeOptions

    func run() throws {
        guard words.isEmpty else { return try options.perform(["trainer"] + words) }
        try options.options.tell(Trainer.Kind.endedByOff.map(\.member) + ["practice"], report: \.trainers)
    }
}

/// `metroctl timer`: ends the music after a length of time, bars or beats; without words it tells how much is left.
struct TimerVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "timer.set", usage: "metroctl timer [<length> | off] [<options>]", more: [("timer", "tells what is left")])

    @Argument(help: "How long: 5 minutes, 90s, 32 bars, 64 beats; or off.", completion: .list(["off"]))
    var words: [String] = []
    @OptionGroup var options: ChangeOptions

    func run() throws {
        guard words.isEmpty else { return try options.perform(["timer"] + words) }
        try options.options.tell(["timer", "practice"]) { status in
            status.trainerLines.first { $0.0 == .timer }.map { "timer \($1)" } ?? "no timer"
        }
    }
}

/// `metroctl count-in`: counts bars before the first, or without a number tells how many.
struct CountInVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "count_in.set", usage: "metroctl count-in [<bars> | sound <name>] [<options>]",
        with: ["count_in_sound.set"], more: [("count-in", "tells them")])

    @Argument(help: "Bars, 0 for none; or sound and its name.", completion: .list(["0", "1", "2", "sound"]))
    var words: [String] = []
    @OptionGroup var options: ChangeOptions

    func run() throws {
        guard words.isEmpty else { return try options.perform(["count-in"] + words) }
        try options.options.tell(["count_in", "count_in_sound"]) { status in
            let bars = status.otherSettings["count_in"]?.text ?? "0"
            return "count-in \(bars), sound \(status.otherSettings["count_in_sound"]?.string ?? "auto")"
        }
    }
}
