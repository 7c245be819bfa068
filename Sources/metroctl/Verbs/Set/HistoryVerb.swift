// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl

/// `metroctl undo` and `metroctl redo`: one step, or several, each of which is told, also as JSON.
struct HistoryVerb<Name: MethodName>: ParsableCommand {
    static var configuration: CommandConfiguration { .verb(Name.method, more: [("\(Name.method) 3", "three steps")]) }

    @Argument(help: ArgumentHelp("How many steps, 1...100.", valueName: "steps")) var steps = 1
    @OptionGroup var options: ChangeOptions

    func validate() throws {
        if !(1...100).contains(steps) { throw ValidationError("\(Name.method) takes 1...100 steps.") }
    }

    /// Says that a set list stays, whose entry was undone: many settings at once.
    private func hint(_ change: Change) -> String {
        guard change.values.count > 5,
            let list = try? options.options.status().setList
        else { return "" }
        return "\n(the set list \(list.name) stays loaded; metroctl setlist off ends that)"
    }

    func run() throws {
        // What holds again now: whoever reads it sees that it is no new change.
        for _ in 0..<steps {
            try options.options.change(Name.method, [:], at: options.at) { sentence, change in
                change.takenBack.map { "undone: \($0)" } ?? Name.frame(sentence) + hint(change)
            }
        }
    }
}
