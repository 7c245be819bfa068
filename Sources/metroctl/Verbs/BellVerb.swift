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
        completion: .list(["bar", "off", "2", "3", "4", "on"]))
    var words: [String] = []
    @OptionGroup var options: ChangeOptions

    func run() throws {
        guard words.isEmpty else { return try options.perform(["bell"] + words) }
        try options.tell(["bell"]) { $0.bell?.sentence ?? "bell off" }
    }
}
