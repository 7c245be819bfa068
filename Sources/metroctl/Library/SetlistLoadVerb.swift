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
        let all = options.options
        try all.change("setlist.load", params, at: options.at) { sentence, _ in
            sentence + (countIn ?? 0 > 0 ? Self.countInHint : "")
                + ((try? all.connect()).map { Self.troubleHint(name, over: $0, all) } ?? "")
        }
    }

    /// Says what is wrong with entries of a set list; empty where nothing is.
    static func troubleHint(_ name: String, over client: ControlClient, _ options: Options) -> String {
        let page = try? options.ask(client, "setlist.show", ["name": .string(name)], as: SetListPage.self)
        return page?.troubleHint ?? ""
    }
}
