// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
import MetronomeControl
import MetronomeLinux
import MetronomeRhythm
import MetronomeSession

extension Status {
    /// The status as a block of lines for people.
    var report: String {
        var lines = [
            (
                playing ? "playing" : "stopped",
                "\(bpmText) bpm\(noteText)" + (tempoName.isEmpty ? "" : ", " + tempoName)
            ),
            ("meter", meterLine),
        ]
        if let position { lines.append(("position", "\(position.barText), beat \(position.beat)")) }
        if let song {
            lines.append(("song", song.sentence))
            if !song.place.isEmpty { lines.append(("section", song.place)) }
            if let trouble = song.trouble { lines.append(("trouble", trouble)) }
        }
        if let setList {
            lines.append(("set list", setList.sentence + (isEntryGone ? "; its song is not loaded" : "")))
        }
        if let end = endText { lines.append(("ends", end)) }
        if let sync { lines.append(("follows", sync.sentence)) }
        lines.append(("volume", String(loudness.dropFirst("volume ".count))))
        if !settings.sounds.isUsual { lines.append(("sounds", settings.sounds.sentence)) }
        if history.undo + history.redo > 0 {
            let steps = history.undo == 1 ? "1 step" : "\(history.undo) steps"
            lines.append(("undo", "\(steps) back, \(history.redo) forward"))
        }
        if !tellingLanes.isEmpty {
            lines += Self.lanesPage(tellingLanes).split(separator: "\n").map { ("lane", String($0)) }
        }
        lines += pending.map { change in
            if let next = change.nextEntry(atNs: nowNs) { return ("next", "\(next) (cancel \(change.pending))") }
            let isPlaced = change.atBar != nil
            let isPassed = playing && change.atBeat == nil
            let end =
                change.takenBackBy.map { ", taken back with change \($0)" }
                ?? (isPassed ? ", not reached: the music ends before" : "")
            return (
                "waits",
                (isPlaced ? "" : "\(change.at): ") + change.sentence
                    + (change.nextStart == true ? ", with the next start" : end) + " (cancel \(change.pending))"
            )
        }
        lines += trainerLines.map { $0.standsAlone ? ($0.rawValue, $1) : ("trainer", "\($0.rawValue) \($1)") }
        if let count = practice?.countIn { lines.append(("counting in", "\(count.left) of \(count.beats) beats left")) }
        if let mean = score?.total.meanMs {
            lines.append(
                (
                    "score",
                    "\(ScoreState.side(mean)) on average\(score?.tendencyText ?? ""), \(score?.total.taps ?? 0) taps"
                ))
        }
        lines += settings.others.filter { !Self.isUsual($0.key, $0.value) && !rests($0.key) }.sorted { $0.key < $1.key }
            .map {
                (
                    Self.words(for: $0.key),
                    ($0.value.string ?? $0.value.text) + ($0.key == "preset" ? " (loaded or saved last)" : "")
                )
            }
        lines += audio.lines
        lines.append(("up", Self.time(uptimeS)))
        lines += (motion ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, sentence($0.value)) }
        let width = lines.map(\.0.count).max() ?? 0
        return lines.map { name, text in
            name + String(repeating: " ", count: max(10, width + 2) - name.count) + text.printable
        }.joined(separator: "\n")
    }

    /// When the music ends by itself, and what a start plays then: `in 0:42; then metroctl start plays waltz`; nil where it goes on.
    var endText: String? {
        guard let end = position?.endsAtNs, end > nowNs else { return nil }
        let waiting = pending.compactMap { $0.changes["setlist"].flatMap { try? SetListState($0) } }.last
        // What a player stops stays where it is.
        let isStopped = pending.contains { $0.changes["playing"] == false }
        let next = isStopped ? nil : (waiting ?? setList)?.next
        return "in \((Double(end - nowNs) / 1e9).rounded(.up).minutes)"
            + (waiting.map { ", after \($0.entry.name)" } ?? "")
            + (next.map { "; then metroctl start plays \($0.name)" } ?? "")
    }

    /// Whether another meter than the one that is set is heard: that comes with a later bar.
    private var isMeterLater: Bool { playing && song == nil && heard.meter != meter }

    /// The meter and the bell that are heard; what is set, where that comes with a later bar.
    private var meterLine: String {
        func words(_ meter: String, _ bell: BellState?) -> String {
            let sign = Accent.bell.sign
            let other = heard.accents.contains(sign) ? "bell on \(sign) of \(heard.accents)" : "bell off"
            return "\(meter), \(bell?.sentence ?? other)"
        }
        return isMeterLater ? words(heard.meter, heard.bell) + "; then \(meter)" : words(meter, bell)
    }

    /// Whether the song of the entry of the set list was unloaded.
    private var isEntryGone: Bool { setList?.entry.song != nil && song == nil }

    /// A setting of that name as the verb that sets it is called.
    static func words(for name: String) -> String {
        name.replacing("count_in", with: "count-in").replacing("_", with: " ")
    }

    /// Whether a setting says nothing of what plays, since the song decides instead.
    private func rests(_ name: String) -> Bool {
        song != nil && Key.all.contains { $0.statusName == name && $0.effect.isOfSong }
    }

    /// Whether a setting is told elsewhere, or says no more than that nothing was set.
    private static func isUsual(_ name: String, _ value: JSONValue) -> Bool {
        switch name {
        case _ where Trainer.Kind.allCases.contains { $0.member == name }: true
        case "bell_volume", "subdivision_volume", "muted", "lanes": true
        case "count_in": value.number == 0
        case "count_in_sound": value.string == "auto"
        case "beat", "accents": value.string == "auto"
        case "subdivision": value.number == 1
        case "swing": value.string == "even"
        case "preset": value.string == ""
        default: false
        }
    }

    /// What plays, in one line: `playing, 120 bpm, Allegro, 4/4, bar 3 beat 2`.
    var line: String {
        let place = position.map { "\($0.barText) beat \($0.beat)" }
        let name = song.map { song in song.name + (song.section?.index == nil ? "" : ", " + song.place) }
        let entry = setList.map {
            $0.name + ($0.place > 0 ? " \($0.place) of \($0.count)" : "")
                + (song != nil ? "" : " \($0.entry.name)" + (isEntryGone ? " (not loaded)" : ""))
        }
        let state = [playing ? "playing" : "stopped", silence].compactMap { $0 }.joined(separator: ", ")
        let next = pending.lazy.compactMap { $0.nextEntry(atNs: nowNs) }.first.map { "next: \($0)" }
        let prompt = practice?.trainers["prompt"]?["prompt"]?.string
        let meter = isMeterLater ? "\(heard.meter), then \(meter)" : meter
        let parts = ["\(state), \(bpmText) bpm\(noteText)", tempoName, meter, place, name, entry, prompt, next]
            .compactMap { $0 }.filter { !$0.isEmpty }
        return parts.joined(separator: ", ").printable
    }

    /// Why nothing of it is heard; nil where it is.
    var silence: String? {
        if settings.others["muted"]?.bool == true { return "muted" }
        return settings.volume == 0 ? "volume 0" : nil
    }

    /// The tempo to a thousandth, without more decimals than it has.
    var bpmText: String { bpm.text(decimals: 3) }

    /// The value of a property, and which value it reaches in what time.
    private func sentence(_ segments: [MotionSegment]) -> String {
        guard let segment = segments.last(where: { $0.beginNs <= nowNs }) ?? segments.first else { return "" }
        let (value, end) = (segment.value(atNs: nowNs).text(decimals: 2), segment.to.text(decimals: 2))
        let next = segments.first { $0.beginNs > nowNs && $0.beginNs < segment.endNs }
        let left = Double((next?.beginNs ?? segment.endNs) - nowNs) / 1e9
        return left > 0 && value != end ? "\(value), to \(end) in \(left.text(decimals: 2)) s" : value
    }

    private static func time(_ seconds: Double) -> String {
        guard seconds >= 60, seconds < 1e15 else { return "\(seconds.text(decimals: 1)) s" }
        let minutes = Int(clamping: seconds / 60)
        let parts = [(minutes / 1440, "d"), (minutes / 60 % 24, "h"), (minutes % 60, "min")]
        return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }
}

extension AudioState {
    /// What plays, how far ahead, what was lost, and by which priority.
    fileprivate var lines: [(String, String)] {
        var device =
            trouble ?? [[output, device].compactMap { $0 }.joined(separator: " "), state].joined(separator: ", ")
        if trouble == nil, let rate { device += ", \(rate) Hz" }
        var lines = [("audio", device)]
        if let latencyMs {
            let profile = latency.map { " (\($0))" } ?? ""
            lines.append(("latency", "\(latencyMs.text(decimals: 1)) ms\(profile)"))
        }
        if offsetMs != 0 { lines.append(("offset", Offset.text(offsetMs))) }
        lines.append(("xruns", "\(xruns)"))
        lines.append(("scheduling", realtime))
        return lines
    }
}

extension PendingState {
    /// What it changes, and from where.
    var sentence: String {
        var told = changes
        if told.isEmpty { return "a preset, which changes nothing" }
        // Where the next start begins is not where it goes on.
        if atBar != nil, case .object(var song)? = told["song"] {
            song["start_bar"] = 1
            told["song"] = .object(song)
        }
        let said = Change {
            ($0.atBeat, $0.atNs, $0.atBar, $0.atBarBeat, $0.values) = (atBeat, atNs, atBar, atBarBeat, told)
        }.sentence(waits: true)
        return changes["playing"] == false ? said.replacing("stopped", with: "stops") : said
    }

    /// The entry of a set list that it brings, and where: `waltz at bar 94`, or `evening in 2 s` where that has bars of its own; nil
    /// for any other change.
    func nextEntry(atNs now: Int64?) -> String? {
        guard let list = changes["setlist"].flatMap({ try? SetListState($0) }) else { return nil }
        let hasBars = list.entry.song != nil || (atBar ?? 1) < 1
        if hasBars, let atNs {
            let ahead = now.map { Change { $0.atNs = atNs }.ahead(atNs: $0) ?? "in a moment" }
            return [list.entry.name, ahead].compactMap { $0 }.joined(separator: " ")
        }
        return list.entry.name
            + (atBar.map { " at bar \($0)" } ?? (at.hasPrefix("@") ? " at \(at)" : " at the next \(at)"))
    }
}

extension Change {
    /// What an undo has taken back before it was played: `next waltz at bar 94`; nil for any other change.
    var takenBack: String? {
        guard let waited = values["taken_back"].flatMap({ try? PendingState($0) }) else { return nil }
        let preset = waited.changes["preset"]?.string ?? waited.sentence
        return waited.nextEntry(atNs: nil).map { "next \($0)" } ?? "\(preset), which had not begun"
    }
}

extension PositionState {
    /// `bar 94`, or `count-in` in the bars before the first.
    fileprivate var barText: String { bar < 1 ? "count-in" : "bar \(bar)" }
}
