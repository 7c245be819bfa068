// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl

/// `metroctl setlist bars`: after how many bars an entry ends.
struct SetlistBarsVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "setlist.change", name: "bars", abstract: "Say after how many bars an entry ends",
        usage: "metroctl setlist bars [<name>] <entry> (<bars> | off) [<options>]",
        more: [("setlist bars 1 off", "it ends when it is stopped")]
    ) { $0.contains("bars") }
    @Argument(help: ArgumentHelp("The set list, the entry by its number or name, and the bars.", valueName: "words"))
    var words: [String]
    @OptionGroup var options: Options

    func run() throws {
        try options.changeEntry(words, "bars", example: "32") { words in
            let text = words.joined(separator: " ")
            return Int64(text).map(JSONValue.integer) ?? .string(text)
        }
    }
}
