// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl
import MetronomeSession
import Programs

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
    func checkNoPlace() throws(ProgramFailure) {
        guard let place = Options.place(at) else { return }
        throw ProgramFailure.usage(
            "nothing is changed at \(place.text): say the new value, or leave the place out",
            reason: "invalid")
    }

    /// Verbs behind which words are the player's own.
    private static let literal: Set = ["call", "on", "every", "each", "save"]
    /// Verbs behind which `bar 9` is a bar of the song.
    private static let ofBars: Set = [
        "start", "play", "go", "resume", "song", "load", "seek", "loop", "practise", "practice", "render",
    ]

    /// `3/4 140 at bar`, `tempo 130 at bar 12`: a place of the music at the end is an option, so that every sentence may have it.
    static func withPlace(_ arguments: [String]) -> [String] {
        guard let first = arguments.first, !literal.contains(first), !arguments.starts(with: ["setlist", "note"]),
            !arguments.starts(with: ["set", "list", "note"]),
            let index = arguments.prefix(while: { $0 != "--" }).lastIndex(of: "at"), index > 0
        else { return arguments }
        var place = Array(arguments[(index + 1)...].prefix { !$0.hasPrefix("-") })
        let rest = arguments[(index + 1 + place.count)...]
        if place.count == 2, place[0] == "bar", Int(place[1]) != nil, !ofBars.contains(first) {
            place = ["@" + place[1]]
        }
        guard place.count == 1, Cue(parsing: place[0]) != nil else { return arguments }
        return arguments[..<index] + ["--at", place[0]] + rest
    }

    /// What stands behind `at` in the words of a verb, as an option: what is no place of the music is refused as one.
    static func withDashes(_ arguments: [String]) -> [String] {
        // A note is in the player's own words; behind -- stands a command, which is left as it is.
        guard !arguments.starts(with: ["setlist", "note"]), !arguments.contains("--at"),
            let index = arguments.prefix(while: { $0 != "--" }).lastIndex(of: "at"), index > 0,
            // A lane has that name.
            arguments[..<index] != ["lane"],
            // A number is no place: it is a speed, or a tempo. `+8` is eight bars on.
            index + 1 < arguments.count, !arguments[index + 1].hasSuffix("%"),
            arguments[index + 1].hasPrefix("+") || Double(arguments[index + 1]) == nil,
            index + 2 == arguments.count || arguments[index + 2].hasPrefix("-")
        else { return arguments }
        return arguments[..<index] + ["--at"] + arguments[(index + 1)...]
    }
}
