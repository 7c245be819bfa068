// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeLinux
import MetronomeSession

extension Change {
    /// What changed, and from when: `120 bpm, from bar 94`; exact with the beat since the start, `(beat 411.37)`.
    func sentence(exact: Bool) -> String {
        sentence + (exact ? atBeat.map { " (beat \($0.text(decimals: 4)))" } ?? "" : "")
    }

    /// What changed, and from when: `120 bpm, from bar 94`.
    var sentence: String { sentence() }

    /// The sentence. With `waits` the change waits as a whole: no part of it holds before the others.
    func sentence(waits: Bool = false) -> String {
        let values = playedValues
        var parts: [(member: String, words: String)] = Self.told.compactMap { row in
            guard let value = values[row.member], let words = row.words(value, values) else { return nil }
            return (row.member, words)
        }
        if values["setlist"] ?? .null != .null || (values["preset"]?.string).map({ !$0.isEmpty }) ?? false {
            parts = parts.filter { member, words in
                let isTold = Self.named.contains(member) || !words.hasSuffix(" off")
                return member == "takes_back" || Self.isOfPiece(member, of: values) && isTold
            }
        } else {
            let others = values.filter { name, _ in !Self.told.contains { $0.member == name } }
            parts += others.sorted { $0.key < $1.key }.map { name, value in
                (name, "\(Status.words(for: name)) \(value.string ?? value.text)")
            }
        }
        // How it is counted in is told with the place.
        if values["playing"] == true, (atBar ?? 1) < 1 { parts.removeAll { $0.member == "count_in" } }
        // A meter waits for its bar line, and the tempo beside it does not. Lanes come with a groove, which leaves the tempo.
        let isOfBoth = ["bpm", "meter"].allSatisfy { values[$0] != nil } && values["song"] ?? .null == .null
        if isOfBoth, atBeat != nil, !waits,
            ["pending", "playing", "setlist", "preset", "lanes"].allSatisfy({ values[$0] == nil })
        {
            parts = parts.map { $0.member == "bpm" ? ($0.member, $0.words + " at once") : $0 }
        }
        if values["after_song"] == true { parts.append(("after_song", "once the song is unloaded")) }
        return place(parts.isEmpty ? ["done"] : parts.map(\.words), waits: waits, atNs: MonotonicClock.nowNs).printable
    }

    /// The values, without a count-in of practised bars to which the song does not go back.
    private var playedValues: [String: JSONValue] {
        guard let atBar, atBar > 0, case .object(var song)? = values["song"],
            case .object(var practice)? = song["practice"], practice["count_in"]?.integer ?? 0 > 0
        else { return values }
        practice["count_in"] = nil
        song["practice"] = .object(practice)
        return values.merging(["song": .object(song)]) { $1 }
    }

    /// The words for what changed, with the place from which it holds.
    private func place(_ words: [String], waits: Bool, atNs now: Int64) -> String {
        let said = words.joined(separator: ", ")
        let isPiece = ["setlist", "song"].contains { values[$0] ?? .null != .null }
        // How a piece is counted in may be said already, and what waits for the end of a song does not hold before it.
        let isSaid = isPiece && said.contains("counted in") && (atBar ?? 1) < 1
        let isLater = values["after_song"] == true
        let place = isSaid || isLater ? nil : from
        if let id = values["pending"]?.integer {
            if words == ["stopped"], let place = self.place {
                return "stops at \(place) (metroctl cancel \(id) takes it back)"
            }
            // The bars of a piece are its own: they do not tell how soon it comes.
            let told = [place, isPiece ? ahead(atNs: now) : nil].compactMap { $0 }
            return ([said] + (told.isEmpty && !isLater ? ["when it plays"] : told)).joined(separator: ", ")
                + " (metroctl cancel \(id) takes it back)"
        }
        if words == ["stopped"], atBeat == nil, values["played_s"] == nil { return "stopped, nothing plays" }
        // Where a song starts is where it holds.
        if let place = self.place, said.hasSuffix(" at \(place)") { return said }
        guard let place, let atBeat else { return said }
        // What plays already is not counted in.
        if !waits, !values.isEmpty, values.keys.allSatisfy(["count_in", "count_in_sound"].contains) {
            return "\(said), from the next start on"
        }
        if isPiece, let ahead = ahead(atNs: now) { return "\(said), \(ahead), \(place)" }
        if words == ["playing"], atBeat > 0 { return "already playing, at \(self.place ?? "")" }
        guard words == ["stopped"] else { return "\(said), \(place)" }
        guard let seconds = values["played_s"]?.number, let bars = values["played_bars"]?.integer else {
            return "stopped at \(self.place ?? "")"
        }
        return "stopped after \(seconds.minutes), \(bars == 1 ? "1 bar" : "\(bars) bars")"
    }

    /// From where it holds: `from bar 94`, `with 1 bar of count-in`.
    private var from: String? {
        let begins = values["playing"] == true || ["setlist", "song"].contains { values[$0] ?? .null != .null }
        guard begins, let atBar, atBar < 1, atBarBeat == 1 else { return place.map { "from \($0)" } }
        return atBar == 0 ? "with 1 bar of count-in" : "with \(1 - atBar) bars of count-in"
    }

    /// How soon it holds: `in 2 s`; nil for at once, and while nothing plays.
    func ahead(atNs now: Int64) -> String? {
        guard let atNs, atNs > now else { return nil }
        let seconds = (Double(atNs - now) / 1e9).rounded()
        return seconds < 1 ? nil : seconds < 60 ? "in \(seconds.text(decimals: 0)) s" : "in \(seconds.minutes)"
    }

    /// Where it holds: `bar 94`, `beat 3 of bar 94`.
    private var place: String? {
        guard let atBar, let atBarBeat else { return atBeat.map { "beat \($0.text(decimals: 2))" } }
        if atBar < 1 { return "the count-in" }
        let isOnBar = atBarBeat == 1 && (atBeat ?? 0).truncatingRemainder(dividingBy: 1) < 1e-6
        return isOnBar ? "bar \(atBar)" : "beat \(atBarBeat) of bar \(atBar)"
    }

    /// A member, and its words; nil where it is told with another one or not at all.
    private typealias Row = (member: String, words: @Sendable (JSONValue, [String: JSONValue]) -> String?)

    /// The members that have words of their own, in the order in which they are told.
    private static let told = toldOfMusic + toldOfTrainers + toldOfOthers

    private static let toldOfTrainers: [Row] = Trainer.Kind.allCases.map { kind in
        (kind.member, { words, _ in trainerWords(kind, words) })
    }

    private static let toldOfMusic: [Row] = [
        ("setlist", { list, _ in (try? SetListState(list))?.sentence ?? "set list closed" }),
        ("preset", { preset, _ in preset.string.flatMap { $0.isEmpty ? nil : "preset \($0)" } }),
        ("playing", { playing, _ in playing.bool.map { $0 ? "playing" : "stopped" } }),
        ("bpm", { bpm, values in isOfBeat(values) ? nil : bpm.number.map { "\($0.text(decimals: 3)) bpm" } }),
        ("meter", { meter, _ in meter.string }),
        ("bell", { bell, _ in BellState.sentence(every: bell["every"], on: bell["on"]) }),
        ("volume", { gain, _ in percent("volume", gain) }),
        ("bell_volume", { gain, _ in percent("bell volume", gain) }),
        ("subdivision_volume", { gain, _ in percent("subdivision volume", gain) }),
        ("beat", { beat, values in beatWords(beat, values) }),
        ("accents", { accents, values in unlessOfMeter("accents", accents, values) }),
        ("count_in", { bars, _ in bars.integer.map(countInWords) }),
        ("subdivision", { parts, _ in parts.integer.map { $0 == 1 ? "subdivision off" : "subdivision \($0)" } }),
        ("swing", { swing, _ in swing.string.map { $0 == "even" ? "swing off" : "swing \($0)" } }),
    ]

    private static let toldOfOthers: [Row] = [
        ("muted", { isMuted, _ in isMuted.bool.map { $0 ? "muted" : "unmuted" } }),
        (
            "offset_ms",
            { ms, values in
                ms.number.map { "offset \(Offset.text($0)) on '\(values["device"]?.string ?? "?")'" }
            }
        ),
        (
            "nudge_ms",
            { ms, _ in
                ms.number.map { "the beats come \(abs($0).text(decimals: 2)) ms \($0 < 0 ? "earlier" : "later")" }
            }
        ),
        ("latency", { latency, _ in latency.string.map { "latency \($0)" } }),
        ("sounds", { sounds, _ in (try? SoundNames(sounds))?.sentence }),
        ("lanes", { lanes, _ in laneWords(lanes) }),
        ("song", { song, _ in (try? SongState(song)).map { "song \($0.sentence)" } ?? "song unloaded" }),
        ("left_out", { names, _ in leftOutWords(names) }),
        ("cancelled", { ids, _ in changesWords(ids).map { "\($0) cancelled" } }),
        ("takes_back", { ids, _ in changesWords(ids).map { "\($0) taken back then" } }),
        ("played_s", { _, _ in nil }), ("played_bars", { _, _ in nil }),
        ("device", { _, _ in nil }), ("pending", { _, _ in nil }), ("tap", { _, _ in nil }),
        ("score", { _, _ in nil }), ("after_song", { _, _ in nil }),
    ]

    /// `gap trainer 3 bars heard, 1 silent`.
    private static func trainerWords(_ kind: Trainer.Kind, _ words: JSONValue) -> String? {
        words.string.map { "\(Status.words(for: kind.member)) \(kind.rules.told($0))" }
    }

    /// `count-in 1 bar`.
    private static func countInWords(_ bars: Int) -> String {
        bars == 0 ? "count-in off" : bars == 1 ? "count-in 1 bar" : "count-in \(bars) bars"
    }

    private static func percent(_ name: String, _ gain: JSONValue) -> String? {
        gain.number.map { "\(name) \(($0 * 100).text(decimals: 1)) %" }
    }

    /// Whether another note is a beat, and the tempo counts it.
    private static func isOfBeat(_ values: [String: JSONValue]) -> Bool {
        values["beat"]?.string != nil && values["meter"] == nil && values["bpm"]?.number != nil
    }

    /// `beat dotted-quarter: 120 a minute`: the number stays, so the music is faster or slower.
    private static func beatWords(_ beat: JSONValue, _ values: [String: JSONValue]) -> String? {
        guard isOfBeat(values), let bpm = values["bpm"]?.number, let note = beat.string else {
            return unlessOfMeter("beat", beat, values)
        }
        let beats = note == "auto" ? "beat auto, the note below the line of the meter" : "beat \(note)"
        return "\(beats): \(bpm.text(decimals: 3)) a minute"
    }

    /// A meter takes back what does not fit it, which is not told.
    private static func unlessOfMeter(_ name: String, _ value: JSONValue, _ values: [String: JSONValue]) -> String? {
        value.string.flatMap { $0 == "auto" && values["meter"] != nil ? nil : "\(name) \($0)" }
    }

    /// The members whose words end with a name, which may be any.
    private static let named: Set = ["setlist", "preset", "song"]
    private static let noLanes = "lanes off"
    /// Lanes with longer text are told by their names.
    private static let longestLanes = 160

    private static func laneWords(_ lanes: JSONValue) -> String? {
        guard let names = lanes.array?.compactMap({ $0["name"]?.string }) else { return nil }
        let written = Status.lanesText(lanes.array ?? [])
        return names.isEmpty
            ? noLanes : written.count > longestLanes ? "lanes \(names.joined(separator: ", "))" : written
    }

    /// `change 3`.
    private static func changesWords(_ ids: JSONValue) -> String? {
        let told = ids.array?.compactMap(\.integer).map(\.description) ?? []
        return told.isEmpty ? nil : "\(told.count == 1 ? "change" : "changes") \(told.joined(separator: ", "))"
    }

    private static func leftOutWords(_ names: JSONValue) -> String? {
        let words = names.array?.compactMap(\.string).map { Status.words(for: $0) } ?? []
        return words.isEmpty ? nil : "\(words.joined(separator: ", ")) left out, which no longer fit"
    }

    /// Whether one looks for a member in what a preset or an entry of a set list brings: the piece, and its song, or without a
    /// song tempo, meter and lanes.
    private static func isOfPiece(_ member: String, of values: [String: JSONValue]) -> Bool {
        if member == "setlist" || member == "preset" { return values["setlist"] == nil || member == "setlist" }
        let hasSong = values["song"].map { $0 != .null } ?? false
        // An entry of a set list says its bars itself.
        if member == Trainer.Kind.timer.member, values["setlist"] != nil { return false }
        let music = ["bpm", "meter", "lanes", "subdivision", "swing", "left_out", "muted"]
        return hasSong
            ? ["song", "left_out"].contains(member)
            : music.contains(member) || Trainer.Kind.allCases.contains { $0.member == member }
    }
}

extension Decodable {
    /// The value that JSON stands for.
    init(_ json: JSONValue) throws { self = try JSONLine.decode(Self.self, from: JSONLine.encode(json)) }
}
