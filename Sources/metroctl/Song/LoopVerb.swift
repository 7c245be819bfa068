// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl

/// `metroctl loop`: repeats a part of the song, or no longer.
struct LoopVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "loop.set", usage: "metroctl loop [<from> [<to>] | off] [<options>]", with: ["loop.off"],
        more: [("loop", "tells what is repeated")])
    @Argument(help: ArgumentHelp("A label, or the number of a bar; or off.", valueName: "from")) var from: String?
    @Argument(help: ArgumentHelp("A label, or the number of a bar; as the first unless given.", valueName: "to"))
    var to: String?
    @OptionGroup var options: ChangeOptions

    /// The parameters of the method that begins a loop.
    var params: [String: JSONValue] {
        let from = from ?? ""
        let range = to == nil ? PractiseWords.range(from) : nil
        var params: [String: JSONValue] = ["from": .string(range?[0] ?? from)]
        params["to"] = (range?[1] ?? to).map(JSONValue.string)
        return params
    }

    func run() throws {
        if from == nil {
            return try options.tell(["song"]) {
                $0.song?.loop.map { "\($0.words) repeated" } ?? "nothing is repeated: loop 9 12, or a label"
            }
        }
        guard from != "off" || to != nil else { return try options.options.change("loop.off", [:], at: options.at) }
        try options.options.change("loop.set", params, at: options.at)
    }
}
