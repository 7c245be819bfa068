// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl
import MetronomeLinux
import Programs

/// `metroctl lane`: adds a lane, changes it, takes it out, or without words tells all.
struct LaneVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "lane.set", usage: "metroctl lane [<name> [<pattern>] [<property> ...] | remove <name>] [<options>]",
        with: ["lane.remove"], more: [("lane kick", "tells it")])

    @Argument(
        help: ArgumentHelp(
            "A name, what it plays, and sound=, gain=, pan=, channel=, from=, mute, unmute, solo or unsolo; or remove and a name.",
            valueName: "words"))
    var words: [String] = []
    @OptionGroup var options: ChangeOptions

    func run() throws {
        switch words.count {
        case 1 where words[0] == "unsolo": try unsolo()
        case 1 where words[0] == "unmute": try unmute()
        case 0: try options.tell(["lanes"], report: \.lanesPage)
        case 1 where words[0] != "remove":
            try options.tell(["lanes"], narrowed: { Status.lane(words[0], of: $0) }) {
                status throws(ProgramFailure) in try status.lanePage(words[0])
            }
        case 2 where words[0] == "beat" && words[1].hasPrefix("gain="):
            let all = options.options
            try options.perform(["lane"] + words) { change in
                let status = try? all.status()
                let hasBell = change.values["pending"] == nil && status?.heard.bell != nil
                return hasBell ? Self.bellHint(change) : ""
            }
        default: try options.perform(["lane"] + words)
        }
    }

    /// What becomes of the bell where the beats have another gain.
    static func bellHint(_ change: Change) -> String {
        let beat = change.values["lanes"]?.array?.first { $0["name"] == "beat" }
        return beat?["gain"]?.number == 0
            ? "\n(the bell is silent, too; metroctl lane beat gain=1% has it ring)"
            : "\n(the bell stays as loud as it is)"
    }

    /// Has all lanes heard again that were heard alone.
    private func unsolo() throws {
        let all = options.options
        let status = try all.status()
        let names = status.lanes.filter { $0["solo"]?.bool == true }.compactMap { $0["name"]?.string }
        guard !names.isEmpty else {
            throw ProgramFailure.failed("no lane is heard alone: metroctl solo NAME does that", reason: "invalid")
        }
        try change(names, "unsolo", over: all.connect())
    }

    /// Has everything heard again: the music, and the lanes that were muted. One undo takes both back.
    private func unmute() throws {
        let all = options.options
        let client = try all.connect()
        let status = try all.status(of: client)
        let muted = status.lanes.filter { $0["mute"]?.bool == true }
        let own = status.song == nil ? muted : []
        let isMuted = status.settings.others["muted"]?.bool == true
        if isMuted || own.isEmpty {
            let answer = try ask("unmute", [:], over: client)
            let isNothing = !isMuted && answer["pending"] == nil
            let kept = own.isEmpty && !muted.isEmpty ? "\n(lanes stay muted as the file of the song says)" : ""
            try tell(answer, as: isNothing ? "nothing was muted" : nil, UnmuteName.hint { status } + kept)
        }
        try change(own.compactMap { $0["name"]?.string }, "unmute", over: client)
    }

    /// Makes the same change of lanes, which one undo takes back, and prints what holds after the last; each where it waits.
    private func change(_ names: [String], _ word: String, over client: ControlClient) throws {
        let answers = try names.map { name in
            try ask("lane.set", ["name": .string(name), "pattern": .string(word)], over: client)
        }
        let waiting = answers.filter { $0["pending"] != nil }
        for answer in waiting.isEmpty ? answers.suffix(1) : waiting { try tell(answer) }
    }

    /// Makes a change that is one step of the history with the others over this connection.
    private func ask(
        _ method: String, _ params: [String: JSONValue], over client: ControlClient
    ) throws(ProgramFailure) -> JSONValue {
        var params = params
        params["gesture"] = 1
        params["at"] = Options.place(options.at)
        return try options.options.ask(client, method, params, as: JSONValue.self)
    }

    /// Prints what was changed, in other words if there are any.
    private func tell(_ answer: JSONValue, as words: String? = nil, _ hint: String = "") throws {
        let all = options.options
        if all.quiet { return }
        let sentence = try words ?? Change(answer).sentence(exact: all.verbose)
        try Output.line(all.json ? answer.text : (sentence + hint).printableLines)
    }
}

extension Status {
    /// The lanes that have names: those of the song while one is loaded.
    var lanes: [JSONValue] { song?.lanes ?? settings.others["lanes"]?.array ?? [] }

    /// Says that lanes of one's own rest while a song plays its own; empty without such lanes, and without a song.
    var restingHint: String {
        let own = settings.others["lanes"]?.array?.filter { $0["pattern"]?.string != nil } ?? []
        let names = own.compactMap { $0["name"]?.string }.joined(separator: ", ")
        return song == nil || names.isEmpty ? "" : "\n(lanes \(names) rest until the song is unloaded)"
    }

    /// The names of the lanes that have a pattern: all but the metronome's own.
    var patternLanes: [String] { lanes.filter { $0["pattern"]?.string != nil }.compactMap { $0["name"]?.string } }

    /// The lanes in one line, those that are not heard in parentheses; empty without any.
    var lanesLine: String {
        let isAnySolo = lanes.contains { $0["solo"]?.bool == true }
        return lanes.compactMap { lane in
            let isSilent = isAnySolo ? lane["solo"]?.bool != true : lane["mute"]?.bool == true
            return lane["name"]?.string.map { isSilent ? "(\($0))" : $0 }
        }.joined(separator: " ")
    }

    /// The lanes that play something, or are mixed unlike the metronome's own from the start.
    var tellingLanes: [JSONValue] {
        lanes.filter { $0["pattern"]?.string != nil || !Self.mix(of: $0).isEmpty }
    }

    /// A line for each lane.
    var lanesPage: String {
        guard lanes.isEmpty else { return Self.lanesPage(lanes) }
        return song == nil
            ? "no lanes: metroctl groove rock, or metroctl lane kick x...x..." : "the song has no lanes here"
    }

    /// The line of a lane by its name, the metronome's own too. Throws where there is none.
    func lanePage(_ name: String) throws(ProgramFailure) -> String {
        if let lane = lanes.first(where: { $0["name"]?.string == name }) { return Self.lanesPage([lane]) }
        // The metronome's own two are there without being named.
        if song == nil, ["beat", "subdivision"].contains(name) { return Self.lanesPage([["name": .string(name)]]) }
        let names = lanes.compactMap { $0["name"]?.string }
        let others =
            names.isEmpty
            ? (song == nil ? "metroctl lane \(name) x...x... adds it" : "the song has none here")
            : "there are \(names.joined(separator: ", "))"
        throw ProgramFailure.failed("there is no lane \(name): \(others)", reason: "not_found")
    }

    /// Of the lanes that are told one by its name, which there is: the metronome's own may be left out there.
    static func lane(_ name: String, of told: [String: JSONValue]) -> [String: JSONValue] {
        let lanes = told["lanes"]?.array?.filter { $0["name"]?.string == name } ?? []
        return ["lanes": .array(lanes.isEmpty ? [["name": .string(name)]] : lanes)]
    }

    /// A line for each of these lanes.
    static func lanesPage(_ lanes: [JSONValue]) -> String {
        let rows = lanes.map { lane in
            [
                lane["name"]?.string ?? "",
                lane["pattern"]?.string ?? (lane["name"] == "beat" ? "each beat" : "the parts of a beat"),
                mix(of: lane),
            ]
        }
        return TextTable(rows, numberColumns: 0).text
    }

    /// Lanes in one line: `kick x...x... | hat xxxxxxxx (60 %)`.
    static func lanesText(_ lanes: [JSONValue]) -> String {
        lanes.map { lane in
            let mix = mix(of: lane)
            let (name, pattern) = (lane["name"]?.string, lane["pattern"]?.string)
            // A lane of a polyrhythm is called by its number.
            let isVoice = name.map { pattern == "\($0) per bar" } ?? false
            // The metronome's own lanes have no pattern.
            let usual = pattern == nil ? "100 %" : nil
            let parts = [name, isVoice ? "in the bar" : pattern, mix.isEmpty ? usual : "(\(mix))"]
            return parts.compactMap { $0 }.joined(separator: " ")
        }.joined(separator: " | ")
    }

    /// How a lane is mixed, where its mix is not the usual one.
    private static func mix(of lane: JSONValue) -> String {
        var parts: [String] = []
        if let sound = lane["sound"]?.string, sound != lane["name"]?.string { parts.append(sound) }
        // A name that is no instrument's.
        if lane["sound"] == .null, lane["pattern"]?.string != nil { parts.append("beat") }
        if let gain = lane["gain"]?.number, gain != 1 { parts.append("\((gain * 100).text(decimals: 1)) %") }
        if let pan = lane["pan"]?.number, pan != 0 {
            parts.append("\((abs(pan) * 100).text(decimals: 0)) % \(pan < 0 ? "left" : "right")")
        }
        if let channel = lane["channel"]?.integer, channel != 1 { parts.append("channel \(channel)") }
        if let from = lane["from"]?.string { parts.append("from \(from)") }
        if lane["mute"]?.bool == true { parts.append("muted") }
        if lane["solo"]?.bool == true { parts.append("solo") }
        return parts.joined(separator: ", ")
    }
}
