// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Control

struct TempoVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("tempo.set")

    @Argument(help: "Beats per minute, a change of them, or an Italian name.") var bpm: String
    @OptionGroup var options: Options

    func run() throws {
        try options.change(["tempo", bpm])
    }
}

struct MeterVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("meter.set")

    @Argument(help: "Beats in a bar, a slash, the note value of a beat.") var meter: String
    @OptionGroup var options: Options

    func run() throws {
        try options.change(["meter", meter])
    }
}

struct BellVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "bell.set", usage: "metroctl bell <every> [on <beat>] [<options>]")

    @Argument(help: "Beats in a group, or bar, or off.", completion: .list(["bar", "off", "2", "3", "4"])) var every:
        String
    @Argument(help: ArgumentHelp("The beat of the group that rings: on 1...<every>.", valueName: "on beat"))
    var on: [String] = []
    @OptionGroup var options: Options

    func run() throws {
        try options.change(["bell", every] + on)
    }
}

struct VolumeVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("volume.set")

    @Argument(help: "A gain from 0 to 1, or a percentage.") var volume: String
    @OptionGroup var options: Options

    func run() throws {
        try options.change(["volume", volume])
    }
}
