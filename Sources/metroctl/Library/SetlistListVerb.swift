// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl

struct SetlistListVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("setlist.list", name: "list")
    // For completions, which ask no daemon.
    @Flag(help: .hidden) var known = false
    @OptionGroup var options: Options

    func run() throws {
        if known { return try Output.names(LibraryFiles.names(in: "setlists")) }
        try options.perform("setlist.list") { (list: SetLists) in
            if list.setlists.isEmpty {
                return "there is no set list yet: metroctl setlist add NAME ENTRY makes one"
            }
            return ListTable.text(
                list.setlists.map { entry in
                    let count = entry.count == 1 ? "1 entry" : "\(entry.count) entries"
                    return (
                        entry.name, entry.trouble ?? [count, entry.title].compactMap { $0 }.joined(separator: ", ")
                    )
                })
        }
    }
}
