// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl

/// The options of a verb that changes the music.
struct ChangeOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "From where it holds: now, beat, bar, section, a beat of a bar, such as @17 or @17.3, or +8 for eight bars on.",
            valueName: "place"),
        completion: .list(["now", "beat", "bar", "section"]))
    var at: String?
    @OptionGroup var options: Options

    /// Sends the request that these words stand for, and prints what was changed and from when.
    func perform(_ words: [String]) throws {
        try options.change(words, at: at)
    }

    /// The same request, with what `hint` says of the change besides.
    func perform(_ words: [String], hint: (Change) -> String) throws {
        try options.perform(words, at: at, as: Change.self) { $0.sentence(exact: options.verbose) + hint($0) }
    }

    /// Prints something of the status, as `Options.tell` does.
    func tell(
        _ members: [String], narrowed: ([String: JSONValue]) -> [String: JSONValue] = { $0 },
        report: (Status) throws -> String
    ) throws {
        try checkNoPlace()
        try options.tell(members, narrowed: narrowed, report: report)
    }

    /// Throws where a place is said, and nothing is changed from there on.
    func checkNoPlace() throws(Failure) {
        guard let place = Options.place(at) else { return }
        throw Failure(
            Failure.usage, "nothing is changed at \(place.text): say the new value, or leave the place out",
            reason: "invalid")
    }

    /// The words form has no dashes: `tempo 120 at bar` is `tempo 120 --at bar`.
    static func withDashes(_ arguments: [String]) -> [String] {
        // A note is in the player's own words; behind -- stands a command, which is left as it is.
        guard !arguments.starts(with: ["setlist", "note"]),
            let index = arguments.prefix(while: { $0 != "--" }).lastIndex(of: "at"), index > 0,
            // A number is no place: it is a speed, or a tempo. `+8` is eight bars on.
            index + 1 < arguments.count, !arguments[index + 1].hasSuffix("%"),
            arguments[index + 1].hasPrefix("+") || Double(arguments[index + 1]) == nil,
            index + 2 == arguments.count || arguments[index + 2].hasPrefix("-")
        else { return arguments }
        return arguments[..<index] + ["--at"] + arguments[(index + 1)...]
    }
}
