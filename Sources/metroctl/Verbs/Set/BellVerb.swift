// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl

/// `metroctl bell`: sets when the bell rings, or without a value tells it.
struct BellVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "bell.set", usage: "metroctl bell [<every> [on <beat>]] [<options>]", more: [("bell", "tells it")])

    @Argument(
        help: ArgumentHelp(
            "Beats in a group, or bar, or off; behind on, the beat of the group that rings.", valueName: "every"),
        completion: .words(of: "bell", completions))
    var words: [String] = []
    @OptionGroup var options: ChangeOptions

    /// What may stand behind some words.
    static func completions(behind words: [String]) -> [String] {
        switch words.count {
        case 0: ["bar", "off", "2", "3", "4"]
        case 1: words == ["off"] ? [] : ["on"]
        default: words.count == 2 && words[1] == "on" ? ["1", "2", "3", "4"] : []
        }
    }

    func run() throws {
        guard words.isEmpty else { return try options.perform(["bell"] + words) }
        try options.tell(["bell"]) { $0.bell?.sentence ?? "bell off" }
    }
}
