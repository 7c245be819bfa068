// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl

/// `metroctl reset`: a plain metronome, and what of it stays as it was. What is off and plain then, the document says.
struct ResetVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("reset")

    @OptionGroup var options: ChangeOptions

    func run() throws {
        let all = options.options
        let told: Set = ["bpm", "meter", "bell", "pending"]
        try all.change("reset", [:], at: options.at, telling: told) { sentence, _ in
            let status = try? all.status()
            let list =
                status?.setList.map { "\n(the set list \($0.name) stays loaded; metroctl setlist off ends that)" } ?? ""
            return Self.sentence(sentence, sounds: status?.settings.sounds ?? SoundNames()) + list
        }
    }

    /// `a plain metronome: 120 bpm, 4/4; subdivision, accents, lanes, trainers, prompts, timer and count-in off; sounds, volume and bell volume stay`, with sounds that are not the usual ones.
    static func sentence(_ change: String, sounds: SoundNames) -> String {
        let own = sounds.isUsual ? "" : " (\(sounds.sentence.replacing(SoundNames.others, with: "")))"
        return
            "a plain metronome: \(change); subdivision, accents, lanes, trainers, prompts, timer and count-in off; sounds\(own), volume and bell volume stay"
    }
}
