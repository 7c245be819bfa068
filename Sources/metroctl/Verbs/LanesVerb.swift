// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl

/// `metroctl lanes`: chooses all lanes at once, or tells them.
struct LanesVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "lanes.set", usage: "metroctl lanes [<lane> '|' <lane> ... | off] [<options>]", more: [("lanes", "tells them")])

    @Argument(help: ArgumentHelp("Lanes with a quoted bar between them, or off.", valueName: "lanes"))
    var words: [String] = []
    @OptionGroup var options: ChangeOptions

    func validate() throws {
        guard words.count == 1, let number = Int(words[0]) else { return }
        throw ValidationError("\(number) against what? metroctl polyrhythm \(number):\(number == 4 ? 3 : 4)")
    }

    func run() throws {
        guard words.isEmpty else { return try options.perform(["lanes"] + words) }
        try options.options.tell(["lanes"], report: \.lanesPage)
    }
}
