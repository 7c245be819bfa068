// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl
import Programs

/// `metroctl setlist show`: the entries of the set list that is loaded, or of another.
struct SetlistShowVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("setlist.show", name: "show")
    @Argument(help: "The name of the set list; that which is loaded unless given.", completion: .setLists)
    var name: String?
    @Argument(help: .hidden) var others: [String] = []
    @OptionGroup var options: Options

    func validate() throws {
        guard let name, let other = others.first else { return }
        throw ValidationError("Unexpected argument '\(other)': \(Self.hint([name] + others)).")
    }

    /// What is probably meant by words that are more than the name of a set list.
    static func hint(_ words: [String], lists: [String] = LibraryFiles.names(in: "setlists")) -> String {
        let rest = words.dropFirst().joined(separator: " ")
        let list = lists.first ?? "NAME"
        // The entry is first, as in `ballad bars 16`, or behind a list.
        if let place = words.firstIndex(where: { ["bars", "note", "end", "ends"].contains($0) }) {
            let verb = words[place] == "note" ? "note" : "bars"
            let small: Set = ["edit", "change", "stop", "after", "bars"]
            let said =
                (words[..<place].filter { verb == "note" || !small.contains($0) })
                + words.dropFirst(place + 1).filter { !small.contains($0) }
            let isNamed = said.first.map(lists.contains) ?? false
            let all = (isNamed ? [] : [list]) + said
            let example = all.count > 2 ? all.joined(separator: " ") : "\(list) 1 " + (verb == "note" ? "capo 2" : "16")
            return "metroctl setlist \(verb) \(example)"
                + (verb == "note" ? " says what to read at an entry" : " ends an entry")
        }
        switch words[0] {
        case "create", "new", "make", "save": return "metroctl setlist add \(rest) makes a set list, or adds to it"
        case "rename", "copy", "edit": return "a set list is a file: metroctl setlist add \(rest) makes one"
        case _ where lists.contains(words[0]):
            return
                "metroctl setlist add \(words.joined(separator: " ")) adds to it, metroctl start setlist \(words[0]) plays it"
        default:
            return
                "metroctl setlist add \(words.joined(separator: " ")) makes a set list, metroctl setlist --help has the rest"
        }
    }

    func run() throws {
        var params: [String: JSONValue] = [:]
        params["name"] = name.map(JSONValue.string)
        do {
            try options.perform("setlist.show", params) { (page: SetListPage) in
                guard page.place != nil else { return page.text }
                let end = try? options.status().endText
                return page.text + (end.map { "\nends \($0)" } ?? "")
            }
        } catch {
            guard let failure = error as? ProgramFailure, failure.reason == "no_setlist" else { throw error }
            let lists = LibraryFiles.names(in: "setlists")
            guard let first = lists.first else { throw error }
            throw ProgramFailure.failed(
                "no set list is loaded, \(lists.joined(separator: ", ")) \(lists.count == 1 ? "is" : "are") saved: metroctl setlist load \(first) loads \(lists.count == 1 ? "it" : "one")",
                reason: failure.reason)
        }
    }
}
