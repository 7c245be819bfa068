// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Control

/// `metroctl trainer`: practises with a tempo that changes and with silences, or without words tells where the trainers are.
struct TrainerVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "speed_trainer.set", name: "trainer", abstract: "Practise with a changing tempo, and with silences",
        usage: "metroctl trainer [speed <words> | gap <words> | mute <words> | off] [<options>]",
        with: ["gap_trainer.set", "random_mute.set", "trainers.off"],
        more: [("trainer", "tells where they are")])

    @Argument(
        help: "speed, gap or mute and what follows it, or off to end all of them.",
        completion: .list(["speed", "gap", "mute", "off"]))
    var words: [String] = []
    @OptionGroup var options: ChangeOptions

    func run() throws {
        guard words.isEmpty else { return try options.perform(["trainer"] + words) }
        try options.options.tell(["speed_trainer", "gap_trainer", "random_mute", "practice"], report: \.trainers)
    }
}
