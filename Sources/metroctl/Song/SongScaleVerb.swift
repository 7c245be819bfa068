// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl
import Programs

struct SongScaleVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "song.scale", name: "scale", usage: "metroctl song scale [<scale>] [<options>]",
        more: [("song scale", "tells it")])
    @Argument(help: ArgumentHelp("How many times as fast: 90%, 1.25; 10% to 400%.", valueName: "scale"))
    var words: [String] = []
    @OptionGroup var options: ChangeOptions

    func validate() throws {
        guard !words.contains(where: PractiseWords.isTempo) else {
            throw ValidationError("a song is played at percent of its own tempo, not at bpm: write song scale 90%.")
        }
        guard words.count > 1 else { return }
        guard words.count == 2, ["%", "percent"].contains(words[1]) else {
            throw ValidationError("a scale is one number, such as 90% or 0.9, not \(words.joined(separator: " ")).")
        }
    }

    func run() throws {
        guard let scale = Self.scale(words) else {
            return try options.tell(["song"]) { status throws(ProgramFailure) in
                guard let song = status.song else {
                    throw ProgramFailure.failed("no song is loaded: song load FILE loads one", reason: "no_song")
                }
                return "song \(song.name) at \((song.scale * 100).text(decimals: 2)) %"
            }
        }
        try options.perform(["song", "scale", scale])
    }

    /// The scale that words state; nil for none. What is more than it may be is percent: `80` is 80%.
    static func scale(_ words: [String]) -> String? {
        guard let first = words.first else { return nil }
        let isPercent = words.count > 1 || Double(first).map { $0 > 4 } ?? false
        return isPercent && !first.hasSuffix("%") ? first + "%" : first
    }
}
