// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Control

/// `metroctl volume`: sets the volume, or with `bell` that of the bell; without a value it tells both.
struct VolumeVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "volume.set", name: "volume", usage: "metroctl volume [bell] [<volume>] [<options>]", with: ["bell_volume.set"],
        more: [("volume", "tells both")])

    @Argument(
        help: ArgumentHelp(
            "A gain 0...1, percent, or a change of it. After bell: that of the bell.", valueName: "volume"),
        completion: .list(["bell", "50%", "80%", "+10%", "-10%"]))
    var words: [String] = []
    @OptionGroup var options: ChangeOptions

    func validate() throws {
        guard words.count <= (words.first == "bell" ? 2 : 1) else {
            throw ValidationError("Unexpected argument '\(words[words.count - 1])'")
        }
    }

    func run() throws {
        guard words.isEmpty || words == ["bell"] else { return try options.perform(["volume"] + words) }
        try options.options.tell(["volume", "bell_volume", "muted"], report: \.loudness)
    }
}

struct MuteVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("mute")
    @OptionGroup var options: ChangeOptions

    func run() throws { try options.perform(["mute"]) }
}

struct UnmuteVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("unmute")
    @OptionGroup var options: ChangeOptions

    func run() throws { try options.perform(["unmute"]) }
}

extension Status {
    /// How loud it is: `volume 80 %, bell 50 %, muted`.
    var loudness: String {
        var parts = ["volume \((volume * 100).text(decimals: 1)) %"]
        if let bell = otherSettings["bell_volume"]?.number, bell != 1 {
            parts.append("bell \((bell * 100).text(decimals: 1)) % of it")
        }
        if otherSettings["muted"]?.bool == true { parts.append("muted") }
        return parts.joined(separator: ", ")
    }
}
