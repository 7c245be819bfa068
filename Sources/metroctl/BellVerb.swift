// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Control

struct BellVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "bell.set", usage: "metroctl bell <every> [on <beat>] [<options>]")

    @Argument(help: "Beats in a group, or bar, or off.", completion: .list(["bar", "off", "2", "3", "4"])) var every:
        String
    @Argument(help: ArgumentHelp("The beat of the group that rings: on 1...<every>.", valueName: "on beat"))
    var on: [String] = []
    @OptionGroup var options: ChangeOptions

    func run() throws {
        try options.perform(["bell", every] + on)
    }
}
