// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm
internal import MetronomeSession

extension CommandTable {
    /// The method that has a part of a song practised.
    static let practise = Command(
        "loop.practise", for: .control,
        words: [
            "practise <from>", "practise <from> <to>", "practise <from> <to> at <scale>",
            "practise <from> <to> at <scale> up <step>", "practise <from> <to> at <scale> up <step> to <goal>",
            "practise <name=value…>",
        ],
        "Practise a part of the song, each pass faster",
        discussion: """
            The part is repeated from its start, after a count-in, and each pass is faster by the step, up to the goal. Then it goes \
            on at the goal, or the music ends. While it plays, the count-in begins at the next beat or where `at` says; else with the \
            next start. `loop off`, another loop and another scale end it; with the first two the song is as fast as before.
            """,
        parameters: passage + [
            percent("scale", "How many times as fast as it is written the first pass is; as now unless given."),
            percent("step", "By how much each pass is faster; not at all unless given.", LoopPractice.steps),
            percent("goal", "The scale that it leads to; 1 unless given."),
            Parameter(
                name: "count_in", forms: [.integer(0...Song.CountIn.bars.upperBound)], isRequired: false,
                summary: "How many bars are counted before the first pass; those of the song unless given."),
            Parameter(
                name: "then", forms: [.choice(["hold", "stop"])], isRequired: false,
                summary: "What comes after a pass at the goal; `hold` unless given."),
            .at,
        ],
        result: "\(Command.changeResult); `song`",
        examples: [
            .init("practise 9 10 at 70% up 5%", "two bars, each pass faster"),
            .init("practise verse verse at 80% up 2% to 110%"),
        ],
        reasons: [.noSong, .notFound]
    ) { arguments throws(ControlError) in
        let from = arguments.place("from") ?? ""
        var call = PractiseCall(from: from, to: arguments.place("to") ?? from)
        if arguments["scale"] != nil { call.scale = try scale(arguments) }
        if arguments["goal"] != nil { call.goal = try scale(arguments, "goal") }
        if let value = arguments["step"] {
            let text = value.string ?? value.number.map { "\($0)" } ?? ""
            guard let step = LoadedSong.scale(parsing: text), LoopPractice.steps.contains(step.value) else {
                throw arguments.invalid("step", "step must be 0.1% to 100%, not \(value.brief ?? value.kind)")
            }
            call.step = step
        }
        call.countIn = arguments["count_in"]?.integer.flatMap { Int(exactly: $0) }
        call.stops = arguments["then"]?.string == "stop"
        return .practise(call, at: try arguments.cue())
    }

    private static func percent(
        _ name: String, _ summary: String, _ range: ClosedRange<Double> = LoadedSong.scales
    ) -> Parameter {
        Parameter(
            name: name, forms: [.number(range), .text("percent such as `90%`")], isRequired: false, summary: summary)
    }
}
