// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Control

struct SetVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "settings.set", usage: "metroctl set <name=value> ... [<options>]")

    @Argument(
        help: ArgumentHelp("Settings by name: \(names.joined(separator: ", ")).", valueName: "name=value"),
        completion: .list(names.map { $0 + "=" }))
    var settings: [String]
    @OptionGroup var options: ChangeOptions

    func run() throws {
        try options.perform(["set"] + settings)
    }

    private static let names = (CommandTable.command(named: "settings.set")?.parameters.map(\.name) ?? []).filter {
        $0 != "at"
    }
}
