// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl

/// `metroctl setlist note`: what is to be read at an entry, of the set list that is loaded or of another.
struct SetlistNoteVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "setlist.change", name: "note", abstract: "Say what is to be read at an entry",
        usage: "metroctl setlist note [<name>] <entry> <text> ... | off [<options>]",
        more: [("setlist note 1 capo 2", "of the set list that is loaded")]
    ) { $0.contains("note") }
    @Argument(help: ArgumentHelp("The set list, the entry by its number or name, and the text.", valueName: "words"))
    var words: [String]
    @OptionGroup var options: Options

    func run() throws {
        try options.changeEntry(words, "note", example: "capo 2") { .string($0.joined(separator: " ")) }
    }
}
