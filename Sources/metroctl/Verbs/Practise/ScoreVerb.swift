// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl

/// `metroctl score`: turns scoring on or off, or without a word tells the score.
struct ScoreVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("score.set", name: "score", with: ["score.get"])

    @Argument(help: "on, off, or reset to begin anew.", completion: .list(["on", "off", "reset"]))
    var score: String?
    @OptionGroup var options: Options

    func run() throws {
        try options.perform(["score"] + [score].compactMap { $0 }, as: ScoreState.self) {
            $0.report(isUnicode: Terminal().isUnicode)
        }
    }
}
