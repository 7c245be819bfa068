// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl
import Programs

/// `metroctl volume`: sets the volume, or with `bell` or `subdivision` the volume of that part; without a value it tells all volumes.
struct VolumeVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "volume.set", name: "volume", usage: "metroctl volume [bell|subdivision] [<volume>] [<options>]",
        with: ["bell_volume.set", "subdivision_volume.set"], more: [("volume", "tells them")])

    private static let parts = ["bell", "subdivision"]
    /// Words before the name of a lane, as `louder hat` is understood.
    private static let changes = ["louder", "quieter"]

    @Argument(
        help: ArgumentHelp(
            "Percent, a gain 0...1, or a change of it. After bell or subdivision: that of the bell, or of the parts of a beat.",
            valueName: "volume"),
        completion: .words(of: "volume", completions))
    var words: [String] = []
    @OptionGroup var options: ChangeOptions

    /// What may stand behind some words.
    static func completions(behind words: [String]) -> [String] {
        let volumes = ["50%", "80%", "+10%", "-10%"]
        return words.isEmpty ? parts + volumes : words.count == 1 && parts.contains(words[0]) ? volumes : []
    }

    func validate() throws {
        let parts = Self.parts + Self.changes
        let most = words.first.map { parts.contains($0) ? Self.changes.contains($0) ? 3 : 2 : 1 } ?? 1
        guard words.count <= most else {
            throw ValidationError("Unexpected argument '\(words[words.count - 1])'")
        }
    }

    func run() throws {
        guard words.isEmpty || words.count == 1 && Self.parts.contains(words[0]) else {
            if words.count > 1, Self.changes.contains(words[0]) {
                return try change(
                    words[1], by: words.count > 2 ? words[2] : "10%", isLouder: words[0] == "louder")
            }
            let words = words.map(Self.withPercent)
            return try options.perform(["volume"] + words) { change in
                let isMost = words.first == "bell" && words.last?.first == "+" && change.values["bell_volume"] == 1
                return isMost ? "\n(that is the most; metroctl volume beats 60% makes the beats softer)" : ""
            }
        }
        guard let part = words.first else {
            return try options.tell(
                ["volume", "bell_volume", "subdivision_volume", "muted"], report: \.loudness)
        }
        try options.tell(["\(part)_volume"]) { $0.loudness(of: part) }
    }

    /// Makes a lane louder or quieter by an amount; a number that is no lane changes the overall volume by as many percent.
    private func change(_ name: String, by amount: String, isLouder: Bool) throws {
        guard let number = Double(amount.hasSuffix("%") ? String(amount.dropLast()) : amount),
            (0...400).contains(number)
        else {
            throw ProgramFailure.usage(
                "\(JSONValue.string(amount).text) is no change of a volume: write 10% or 0.1",
                reason: "invalid")
        }
        let part = amount.hasSuffix("%") || number > 1 ? number / 100 : number
        let status = try options.options.status()
        let waiting = status.pending.flatMap { $0.changes["lanes"]?.array ?? [] }
        let isLane = (status.lanes + waiting).contains { $0["name"]?.string == name }
        let names = status.patternLanes
        if !isLane, name == "groove", !names.isEmpty {
            for name in names { try change(name, by: amount, isLouder: isLouder) }
            return
        }
        if !isLane, Int(name) != nil { return try options.perform(["volume", "\(isLouder ? "+" : "-")\(name)%"]) }
        if !isLane { _ = try status.lanePage(name) }
        try options.perform(["lane", name, "gain=\(isLouder ? "+" : "-")\((part * 100).text(decimals: 3))%"])
    }

    /// A change that is more than a volume can be is percent: `-10` is -10%.
    static func withPercent(_ word: String) -> String {
        guard let sign = word.first, "+-".contains(sign), let number = Double(word), abs(number) > 1 else {
            return word
        }
        return word + "%"
    }
}

extension Status {
    /// How loud the bell is, or the parts of a beat, beside the beats: `bell volume 50 %`.
    func loudness(of part: String) -> String {
        let gain = settings.others["\(part)_volume"]?.number ?? 1
        let isUnheard = part == "subdivision" && settings.others[part]?.number ?? 1 <= 1
        return "\(part) volume \((gain * 100).text(decimals: 1)) %"
            + (isUnheard ? ", heard with eighths or triplets only: metroctl eighths" : "")
    }

    /// How loud it is: `volume 80 %, bell 50 %, muted`.
    var loudness: String {
        var parts = ["volume \((settings.volume * 100).text(decimals: 1)) %"]
        let beat = lanes.first(where: { $0["name"] == "beat" })?["gain"]?.number ?? 1
        if beat != 1 {
            parts.append("beat \((beat * 100).text(decimals: 1)) % of it")
        }
        if let bell = settings.others["bell_volume"]?.number, bell != 1 || beat != 1 {
            parts.append("bell \((bell * 100).text(decimals: 1)) % of it")
        }
        if let gain = settings.others["subdivision_volume"]?.number, settings.others["subdivision"]?.number ?? 1 > 1 {
            parts.append("subdivision \((gain * 100).text(decimals: 1)) % of it")
        }
        if settings.others["muted"]?.bool == true { parts.append("muted") }
        return parts.joined(separator: ", ")
    }
}
