// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl

/// `metroctl nudge`: moves the beats, or the bars.
struct NudgeVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "nudge", usage: "metroctl nudge [<ms> | --bar] [<options>]",
        more: [("nudge --bar", "the next beat is the first of a bar")])

    @Argument(help: "Milliseconds, such as 5 or -5ms; + is later.") var ms: String?
    @Flag(help: "Begin a bar with the next beat; the beats stay.") var bar = false
    @OptionGroup var options: Options

    func validate() throws {
        guard (ms == nil) == bar else {
            throw ValidationError(
                bar ? "--bar leaves the beats where they are: write one of the two" : "Missing milliseconds, or --bar")
        }
    }

    func run() throws {
        guard let ms else {
            return try options.perform(["nudge", "bar"], at: nil, as: Change.self) { change in
                change.sentence.replacing("done", with: "a bar begins")
            }
        }
        try options.change(["nudge", ms.hasSuffix("ms") ? String(ms.dropLast(2)) : ms])
    }
}
