// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl

/// `metroctl undo` and `metroctl redo`: one step, or several, each of which is told.
struct HistoryVerb<Name: MethodName>: ParsableCommand {
    static var configuration: CommandConfiguration { .verb(Name.method, more: [("\(Name.method) 3", "three steps")]) }

    @Argument(help: ArgumentHelp("How many steps, 1...100.", valueName: "steps")) var steps = 1
    // `tempo back`: a step that has changed anything else is taken again.
    @Flag(help: .hidden) var tempoOnly = false
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

    /// Takes the last change back where that was one of the tempo. Throws for another change, which holds again then.
    private func takeTempoBack() throws {
        let all = options.options
        let client = try all.connect()
        // Undo may take back a preset or an entry that waits, which redo does not bring back.
        let former = try all.status(of: client)
        guard former.pending.isEmpty else {
            throw Failure(
                Failure.refused, "a change waits, which undo might take back instead: metroctl cancel, or wait for it",
                reason: "invalid")
        }
        var params: [String: JSONValue] = [:]
        params["at"] = Options.place(options.at)
        let result = try all.ask(client, "undo", params, as: JSONValue.self)
        var change = try Change(result)
        // The answer to another meter has the tempo too.
        guard let bpm = result["bpm"]?.number, bpm != former.settings.bpm else {
            if let waiting = change.values.removeValue(forKey: "pending") {
                _ = try all.ask(client, "cancel", ["pending": waiting], as: JSONValue.self)
            } else {
                _ = try all.ask(client, "redo", as: JSONValue.self)
            }
            throw Failure(
                Failure.refused,
                "the last change was not of the tempo; metroctl undo would take that back, to \(change.sentence)",
                reason: "invalid")
        }
        if !all.quiet { try Output.line(all.json ? result.text : Name.frame(change.sentence)) }
    }

    func run() throws {
        if tempoOnly { return try takeTempoBack() }
        // What holds again now: whoever reads it sees that it is no new change.
        for _ in 0..<steps {
            try options.options.change(Name.method, [:], at: options.at) { sentence, change in
                change.takenBack.map { "undone: \($0)" } ?? Name.frame(sentence) + hint(change)
            }
        }
    }
}

extension HistoryVerb: LineSharing where Name == UndoName {
    static var line: VerbLine {
        VerbLine(Self.self, with: HistoryVerb<RedoName>.self, "Undo the last change of the music, and redo it")
    }
}
