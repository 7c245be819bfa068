// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Programs

extension Options {
    /// Changes what is said of an entry: `friday 1 capo 2`, or `1 capo 2` of the set list that is loaded.
    func changeEntry(
        _ words: [String], _ member: String, example: String, _ value: ([String]) -> JSONValue
    ) throws {
        let client = try connect()
        let status = try status(of: client)
        let list = status.setList
        let lists = try ask(client, "setlist.list", as: SetLists.self).setlists.map(\.name)
        // Else the first word is an entry of the one that is loaded.
        let loaded = lists.contains(words[0]) && words.count > 2 ? nil : list?.name
        let said = (loaded.map { [$0] } ?? []) + words
        guard said.count > 2 else {
            let what = "say the set list, the entry and its \(member)"
            throw ProgramFailure.usage(
                "\(what): metroctl setlist \(member) friday 1 \(example)", reason: "missing_param")
        }
        let params: [String: JSONValue] = [
            "name": .string(said[0]), "entry": SetlistGoVerb.value(said[1]), member: value(Array(said[2...])),
        ]
        try perform("setlist.change", params) { (page: SetListPage) in
            // What has begun keeps its end.
            let isPresent =
                member == "bars" && status.playing && list?.name == said[0]
                && [list.map { "\($0.place)" }, list?.entry.name].contains(said[1])
            return page.text
                + (isPresent ? "\n(from when the entry is loaded again: metroctl setlist go \(said[1]))" : "")
        }
    }
}
