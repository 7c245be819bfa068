// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Control
import Rhythm

/// `metroctl groove`: plays a rhythm that has a name, or lists them.
struct GrooveVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "groove.set", usage: "metroctl groove [<name> | off] [<options>]", more: [("groove", "lists them")])

    @Argument(
        help: ArgumentHelp("Its name, or off.", valueName: "name"),
        completion: .list(Groove.all.map(\.name) + ["off"]))
    var name: String?
    @OptionGroup var options: ChangeOptions

    func run() throws {
        if let name { return try options.perform(["groove", name.lowercased()]) }
        try options.options.perform(["groove"]) { (list: GrooveList) in
            let width = list.grooves.map(\.name.count).max() ?? 0
            return list.grooves.map { groove in
                groove.name + String(repeating: " ", count: width - groove.name.count + 2) + groove.meter + "  "
                    + groove.summary + "\n" + String(repeating: " ", count: width + 2) + groove.lanes + "\n"
                    + String(repeating: " ", count: width + 2) + "from: " + groove.source
            }.joined(separator: "\n")
        }
    }
}
