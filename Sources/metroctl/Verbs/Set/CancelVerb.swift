// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl

struct CancelVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("cancel")

    @Argument(help: "Which one, by the number that status lists; all of them unless given.") var id: String?
    @OptionGroup var options: Options

    func run() throws {
        try options.perform(["cancel"] + [id].compactMap { $0 }) { (cancellation: Cancellation) in
            let count = cancellation.cancelled.count
            return count == 0 ? "no change is waiting" : "\(count) \(count == 1 ? "change" : "changes") cancelled"
        }
    }
}
