// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl

struct SetlistMoveVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("setlist.move", name: "move")
    @Argument(help: "The name of the set list.", completion: .setLists) var name: String
    @Argument(help: "The number of an entry, from 1, or its name.") var entry: String
    @Argument(help: "The number that it gets.") var to: Int
    @OptionGroup var options: Options

    func run() throws {
        let params: [String: JSONValue] = [
            "name": .string(name), "entry": SetlistGoVerb.value(entry), "to": .integer(Int64(to)),
        ]
        try options.perform("setlist.move", params) { (page: SetListPage) in page.text }
    }
}
