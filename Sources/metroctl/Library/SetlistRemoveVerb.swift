// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
import MetronomeControl
import MetronomeLinux
import Programs

struct SetlistRemoveVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("setlist.remove", name: "remove")
    @Argument(help: "The name of the set list.", completion: .setLists) var name: String
    @Argument(help: "The number of an entry, from 1, or its name; all of the set list unless given.")
    var entry: String?
    @OptionGroup var options: Options

    func run() throws {
        var params: [String: JSONValue] = ["name": .string(name)]
        params["entry"] = entry.map(SetlistGoVerb.value)
        if entry == nil { try ask() }
        try options.perform("setlist.remove", params) { (file: LibraryFile) in
            if entry == nil { return "removed set list \(name)" + (options.verbose ? ": \(file.path)" : "") }
            let left = ["name": JSONValue.string(name)]
            return try options.ask(try options.connect(), "setlist.show", left, as: SetListPage.self).text
        }
    }
}

extension SetlistRemoveVerb {
    /// Asks a person at a terminal whether all of the set list is to go. Throws where it is not.
    private func ask() throws {
        guard !options.json, !options.quiet, isatty(STDIN_FILENO) != 0, isatty(STDOUT_FILENO) != 0 else { return }
        let params = ["name": JSONValue.string(name)]
        let page = try? options.ask(try options.connect(), "setlist.show", params, as: SetListPage.self)
        let entries = page.map { $0.entries.count == 1 ? " of 1 entry" : " of \($0.entries.count) entries" } ?? ""
        try Output.line("remove the set list \(name)\(entries)? y or n".printable)
        guard ["y", "yes"].contains(readLine()?.trimmingPrefix(" ").lowercased()) else {
            throw ProgramFailure.failed("the set list \(name) stays", reason: "invalid")
        }
    }
}
