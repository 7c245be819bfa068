// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl

struct SetlistLoadVerb: ParsableCommand {
    /// Says that a set list counts in.
    static let countInHint = "\n(each piece of it is counted in)"

    static let configuration = CommandConfiguration.verb("setlist.load", name: "load")
    @Argument(help: "The name of the set list.", completion: .setLists) var name: String
    @Option(
        help: ArgumentHelp(
            "Bars to count in before each entry; a song may have a count-in of its own.", valueName: "n"))
    var countIn: Int?
    @OptionGroup var options: ChangeOptions

    func run() throws {
        var params: [String: JSONValue] = ["name": .string(name)]
        params["count_in"] = countIn.map { .integer(Int64($0)) }
        try options.options.change("setlist.load", params, at: options.at) { sentence, change in
            sentence + (countIn ?? 0 > 0 ? Self.countInHint : "")
        }
    }
}
