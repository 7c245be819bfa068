// SPDX-License-Identifier: Apache-2.0

import Control
import Linux

extension Change {
    /// What changed, and from when: `120 bpm, from beat 411.37`.
    var sentence: String {
        var parts: [String] = []
        if let playing = values["playing"]?.bool { parts.append(playing ? "playing" : "stopped") }
        if let bpm = values["bpm"]?.number { parts.append("\(bpm.text(decimals: 3)) bpm") }
        if let meter = values["meter"]?.string { parts.append(meter) }
        if let bell = values["bell"] { parts.append(BellState.sentence(every: bell["every"], on: bell["on"])) }
        if let volume = values["volume"]?.number { parts.append("volume \((volume * 100).text(decimals: 1)) %") }
        if let volume = values["bell_volume"]?.number {
            parts.append("bell volume \((volume * 100).text(decimals: 1)) %")
        }
        if let volume = values["subdivision_volume"]?.number {
            parts.append("subdivision volume \((volume * 100).text(decimals: 1)) %")
        }
        if let beat = values["beat"]?.string, beat != "auto" || values["meter"] == nil { parts.append("beat \(beat)") }
        // A meter takes accents back that do not fit it.
        if let accents = values["accents"]?.string, accents != "auto" || values["meter"] == nil {
            parts.append("accents \(accents)")
        }
        if let isMuted = values["muted"]?.bool { parts.append(isMuted ? "muted" : "unmuted") }
        if let offset = values["offset_ms"]?.number {
            parts.append("offset \(Offset.text(offset)) on '\(values["device"]?.string ?? "?")'")
        }
        if let nudge = values["nudge_ms"]?.number { parts.append("nudged by \(Offset.text(nudge))") }
        if let latency = values["latency"]?.string { parts.append("latency \(latency)") }
        if let sounds = values["sounds"] {
            parts.append("beat \(sounds["beat"]?.string ?? "?"), bell \(sounds["bell"]?.string ?? "?")")
            if let own = sounds["subdivision"]?.string, own != "auto" { parts.append("subdivision \(own)") }
        }
        if let lanes = values["lanes"]?.array {
            let names = lanes.compactMap { $0["name"]?.string }
            parts.append(names.isEmpty ? "no lanes" : "lanes \(names.joined(separator: ", "))")
        }
        if let song = values["song"] {
            let state = try? JSONLine.decode(SongState.self, from: JSONLine.encode(song))
            parts.append(state.map { "song \($0.sentence)" } ?? "song unloaded")
        }
        if let list = values["setlist"] {
            let state = try? JSONLine.decode(SetListState.self, from: JSONLine.encode(list))
            parts = [state?.sentence ?? "set list closed"] + Self.pieceParts(parts, of: values)
        } else if let preset = values["preset"]?.string {
            parts = ["preset \(preset)"] + Self.pieceParts(parts, of: values)
        }
        let known = [
            "lanes", "song",
            "playing", "bpm", "meter", "bell", "volume", "bell_volume", "subdivision_volume", "beat", "accents",
            "muted",
            "offset_ms", "device", "latency",
            "sounds", "pending", "nudge_ms", "tap", "score", "left_out", "after_song",
        ]
        if let names = values["left_out"]?.array?.compactMap(\.string), !names.isEmpty {
            parts.append("\(names.map { Status.words(for: $0) }.joined(separator: ", ")) left out, which no longer fit")
        }
        let isPiece = values["preset"] != nil || values["setlist"] != nil
        for (name, value) in values.sorted(by: { $0.key < $1.key }) where !known.contains(name) && !isPiece {
            parts.append("\(Status.words(for: name)) \(value.string ?? value.text)")
        }
        if parts.isEmpty { parts.append("done") }
        if values["after_song"] == true { parts.append("once the song is unloaded") }
        if let id = values["pending"]?.integer {
            let place = atBeat.map { "from beat \($0.text(decimals: 2))" } ?? "when it plays"
            return parts.joined(separator: ", ") + ", \(place) (cancel \(id) takes it back)"
        }
        if parts == ["playing"], let atBeat, atBeat > 0 {
            return "already playing, at beat \(atBeat.text(decimals: 2))"
        }
        if parts == ["stopped"], let atBeat { return "stopped at beat \(atBeat.text(decimals: 2))" }
        if let atBeat { parts.append("from beat \(atBeat.text(decimals: 2))") }
        return parts.joined(separator: ", ").printable
    }

    /// Of what a preset or an entry of a set list brings, what one looks for: `96 bpm`, the meter, the song.
    private static func pieceParts(_ parts: [String], of values: [String: JSONValue]) -> [String] {
        guard values["song"] == nil || values["song"] == .null else { return parts.filter { $0.hasPrefix("song ") } }
        return parts.filter { $0.hasSuffix(" bpm") || $0 == values["meter"]?.string || $0.hasPrefix("lanes ") }
    }
}
