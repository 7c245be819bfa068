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
                change.sentence(exact: all.verbose) + (isPolyrhythm ? Self.beatHint(change) : "")
            }
        }
        try options.tell(["lanes"], report: \.lanesPage)
    }

    /// Says that the beats go on beside a polyrhythm; empty where they are silent.
    static func beatHint(_ change: Change) -> String {
        let beat = change.values["lanes"]?.array?.first { $0["name"] == "beat" }
        return beat?["mute"] == true || beat?["gain"]?.number == 0
            ? "" : "\n(the beats go on beside them; metroctl beat off leaves them out)"
    }
}
