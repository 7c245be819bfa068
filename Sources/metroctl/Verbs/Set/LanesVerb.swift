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
        let isPolyrhythm = words.count == 1 && words[0].contains(":")
        guard words.isEmpty else {
            let all = options.options
            return try all.perform(["lanes"] + words, at: options.at, as: Change.self) { change in
                change.sentence(exact: all.verbose)
                    + (isPolyrhythm ? "\n(the beats go on beside them; metroctl beat off leaves them out)" : "")
            }
        }
        try options.tell(["lanes"], report: \.lanesPage)
    }
}
