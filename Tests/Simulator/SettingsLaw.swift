// SPDX-License-Identifier: Apache-2.0

#if DEBUG || Fuzzing
internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

/// What is set is what the answers say: a change has changed what was asked for and nothing else, and can be undone.
struct SettingsLaw {
    private struct Ask {
        var line: String
        var call: Call?
        /// The status before it.
        var before: JSONValue?
        /// Whether nobody else has asked for anything until it was answered.
        var isAlone: Bool
        /// The timeline before it.
        var timeline: TimelineState?
        var atNs: Int64
    }

    private var asked: [ObjectIdentifier: [Ask]] = [:]
    /// The status as it was told last.
    private var state: JSONValue?
    private var history = HistoryLaw()
    private var pending = PendingLaw()
    private var music = MusicLaws()
    /// Whether the status was told in this turn.
    private var isNew = false
    private var barsNs: Int64 = 0
    /// Until then beats may be on their way to another phase.
    private var movedNs: Int64 = 0
    /// When the trainers are looked at next, though the status stays as it is.
    private var practiceNs: Int64 = 0
    private static let practiceEveryNs: Int64 = 1_000_000_000
    /// Until then it may be done what a client has asked for that has gone.
    private var disturbedNs: Int64 = 0

    /// The members of the status that are set.
    static let settings = [
        "bpm", "meter", "beat", "accents", "subdivision", "swing", "bell", "lanes", "volume", "bell_volume",
        "subdivision_volume", "muted", "speed_trainer", "gap_trainer", "random_mute", "timer", "prompt", "count_in",
        "count_in_sound", "sounds",
    ]

    /// The members that a key changes, as far as these are not its name.
    private static let members: [String: Set<String>] = [
        "meter": ["meter", "beat", "accents", "bell"], "beat": ["beat", "accents", "bell"],
        "accents": ["accents", "bell"], "bell.every": ["accents", "bell"], "bell.on": ["accents", "bell"],
        "bell.volume": ["bell_volume"], "trainer.speed": ["speed_trainer", "bpm"], "trainer.gap": ["gap_trainer"],
        "trainer.mute": ["random_mute"], "sounds.count_in": ["count_in_sound"], "sounds.beat": ["sounds"],
        "sounds.bell": ["sounds"], "sounds.subdivision": ["sounds"], "sounds.accent": ["sounds"],
        "sounds.ghost": ["sounds"],
    ]

    /// The status is another.
    mutating func take(status: JSONValue, atNs now: Int64) throws(BrokenLaw) {
        try pending.take(status)
        try music.take(status, after: state, atNs: now)
        isNew = true
        // Where other bars are on their way, the status does not know yet what they move.
        let deciding = ["run", "meter", "beat", "speed_trainer", "gap_trainer", "timer", "song", "pending", "history"]
        if deciding.contains(where: { status[$0] != state?[$0] }) { barsNs = now + 3_000_000_000 }
        let calls = asked.values.joined().map(\.call)
        var direction: History.Direction?
        if case .restore(let asked, _)? = calls.first ?? nil { direction = asked }
        history.take(status, after: state, by: calls.count == 1 && now > disturbedNs ? .some(direction) : nil)
        if calls.count > 1, calls.contains(where: { if case .restore? = $0 { true } else { false } }) {
            history.forget()
        }
        state = status
    }

    /// A turn is over.
    mutating func endTurn(atNs now: Int64, _ timeline: TimelineState?) throws(BrokenLaw) {
        defer { isNew = false }
        if isNew || now > practiceNs, now > max(barsNs, movedNs), let timeline, let state,
            asked.values.allSatisfy(\.isEmpty),
            state["pending"] == .array([])
        {
            practiceNs = now + Self.practiceEveryNs
            try PracticeLaw(timeline, atNs: now).look(at: state)
        }
        let isCalm = isNew && asked.values.allSatisfy(\.isEmpty)
        try music.endTurn(state, timeline, isCalm: isCalm, atNs: now)
        try history.endTurn()
        try pending.endTurn(atNs: now, isDisturbed: now <= disturbedNs)
    }

    // MARK: what is asked for

    mutating func ask(_ line: String, of client: ObjectIdentifier, _ timeline: TimelineState?, atNs now: Int64) {
        let isAlone = now > disturbedNs && asked.values.allSatisfy(\.isEmpty)
        if !isAlone { nobodyIsAlone() }
        let call = try? Request.parse(line: line.utf8)?.call.get()
        music.ask(call, atNs: now)
        pending.ask(call)
        switch call {
        case .nudge, .tap, .follow: movedNs = now + 60_000_000_000
        default: break
        }
        asked[client, default: []].append(
            Ask(line: line, call: call, before: state, isAlone: isAlone, timeline: timeline, atNs: now))
    }

    /// A client goes: what it has asked for may be done.
    mutating func leave(_ client: ObjectIdentifier, atNs now: Int64) {
        if asked.removeValue(forKey: client)?.isEmpty == false { disturb(atNs: now) }
    }

    /// The configuration is read.
    mutating func reload(atNs now: Int64) {
        nobodyIsAlone()
        music.ask(nil, atNs: now)
        pending.ask(nil)
        history.forget()
        disturb(atNs: now)
    }

    private mutating func nobodyIsAlone() {
        for client in asked.keys {
            for index in asked[client, default: []].indices { asked[client]?[index].isAlone = false }
        }
    }

    private mutating func disturb(atNs now: Int64) {
        disturbedNs = now + 3_000_000_000
        music.forget()
    }

    /// A file was saved.
    mutating func write(_ name: String, _ text: String) { music.write(name, text) }

    /// Sounds were heard.
    mutating func hear(_ onsets: [VirtualCard.Onset], atNs now: Int64) throws(BrokenLaw) {
        try music.hear(onsets, atNs: now)
    }

    mutating func fault(atNs now: Int64) { music.fault(atNs: now) }

    /// Another daemon begins, with the files that are there.
    mutating func restart() {
        let files = music.files
        self = SettingsLaw()
        music.files = files
    }

    /// The answer to the oldest line of a client.
    mutating func answer(
        _ answer: JSONValue, of client: ObjectIdentifier, _ timeline: TimelineState?, atNs now: Int64
    ) throws(BrokenLaw) {
        guard asked[client]?.isEmpty == false, let ask = asked[client]?.removeFirst() else { return }
        music.answered(atNs: now)
        guard let call = ask.call else { return }
        guard let result = answer["result"] else {
            guard ask.isAlone, let before = ask.before, let state, let timeline, let cue = Self.cue(of: call),
                answer["error"]?["data"]?["param"] == "at", answer["error"]?["data"]?["reason"] == "out_of_range",
                [before, state].allSatisfy(Self.isPlain), before["run"] == state["run"]
            else { return }
            return try PlaceLaw(timeline).lookAtRefusal(ask.line, at: cue, atNs: now)
        }
        try pending.answer(call, result, before: ask.isAlone ? ask.before : nil, atNs: now)
        if let before = ask.before, let state {
            let answered = Answered(
                line: ask.line, call: call, result: result, before: before, state: state, isAlone: ask.isAlone,
                atNs: now, timeline: timeline, former: ask.timeline)
            try music.answer(answered)
            try pending.look(answered)
        }
        guard let beat = result["at_beat"] else { return }
        if result["left_out"] != nil { history.leaveOut() }
        // What was waiting may have been reached in the same turn.
        guard ask.isAlone, let before = ask.before, let state, Self.leavesPending(before, state) else { return }
        if result["pending"] != nil, let beat = beat.integer, let cue = Self.cue(of: call), let timeline {
            try PlaceLaw(timeline).look(ask.line, at: cue, beat: beat)
        }
        if let beat = beat.integer, let timeline, state["sync"] == .null, state["run"] == before["run"],
            let writtenNs = Self.writtenNs(state, atNs: now)
        {
            let law = PlaceLaw(timeline)
            if let cue = Self.soonCue(of: call), Self.isPlain(before), state["song"] == .null {
                try law.lookSoon(ask.line, at: cue, beat: beat, writtenNs: writtenNs)
            }
            if case .after(let bars) = Self.cue(of: call) {
                try law.lookAhead(
                    ask.line, bars: bars, beat: beat, asked: ask.atNs, now: now, writtenNs: writtenNs)
            }
        }
        // The music has just ended, and the entry that follows was read in the same turn.
        let isFollowed = result["setlist"] == nil && before["setlist"]?["place"] != state["setlist"]?["place"]
        for name in Self.settings where Self.isSettled(name, before, state) && !isFollowed {
            guard result["pending"] == nil, let told = result[name], told != state[name],
                !Self.isPending(told, name, in: state)
            else { continue }
            throw BrokenLaw(
                "what is answered holds: \(name) is \(text(state[name])), and \(ask.line) was answered \(text(result))")
        }
        try lookAround(ask, call, result, before, state)
    }

    /// Nothing else is changed, and what is changed can be undone.
    private func lookAround(_ ask: Ask, _ call: Call, _ result: JSONValue, _ before: JSONValue, _ state: JSONValue)
        throws(BrokenLaw)
    {
        var reached: Set<String>
        switch call {
        case .change(let edit, _, _), .set(let edit, _):
            reached = edit.values.keys.reduce(into: []) { $0.formUnion(Self.members[$1] ?? [$1]) }
        case .groove(let call):
            let isFaster = if case .play(_, .some, _) = call { true } else { false }
            reached = (["meter", "lanes"] + (isFaster ? ["bpm"] : [])).reduce(into: []) {
                $0.formUnion(Self.members[$1] ?? [$1])
            }
        case .restore, .tap, .follow, .unfollow, .preset, .setList, .song, .songLoad, .practise: return
        // A start plays the entry of a set list that is being read.
        case .start, .startAt, .toggle: if before["setlist"] != state["setlist"] { return } else { reached = [] }
        default: reached = []
        }
        if let id = result["pending"] {
            // What is heard before it is played is reached at once.
            guard state["pending"]?.array?.contains(where: { $0["pending"] == id }) ?? false else { return }
            reached = []
        }
        let changed = Self.settings.filter { before[$0] != state[$0] && Self.isSettled($0, before, state) }
        if let other = changed.first(where: { !reached.contains($0) }) {
            let values = "\(text(before[other])) to \(text(state[other]))"
            throw BrokenLaw("a change leaves all else as it is: \(ask.line) has changed \(other) from \(values)")
        }
        if case .change(let edit, _, _) = call, changed.contains("lanes") {
            try lookAtLanes(edit, ask.line, before["lanes"]?.array ?? [], state["lanes"]?.array ?? [])
        }
        guard !reached.isEmpty, !changed.isEmpty, before["sync"] == .null else { return }
        let (former, present) = (before["history"], state["history"])
        let steps = former?["undo"]?.integer ?? 0
        // The changes of one movement are one step.
        let isOfMovement = if case .change(_, _, .some) = call { steps > 0 } else { false }
        let counts = [min(steps + 1, 100)] + (isOfMovement ? [steps] : [])
        try law(
            counts.contains { present == ["undo": .integer(Int64($0)), "redo": 0] },
            "a change can be undone: after \(ask.line) there is \(text(present)), and before it \(text(former))")
    }

    /// A lane that is changed, or goes, leaves the others, and keeps what is not said of it; a rhythm leaves the metronome's own.
    private func lookAtLanes(_ edit: Edit, _ line: String, _ before: [JSONValue], _ after: [JSONValue])
        throws(BrokenLaw)
    {
        guard case .lanes(let changes)? = edit.values["lanes"], changes.count == 1 else { return }
        let name: String
        switch changes[0] {
        case .set(let edit): name = edit.name
        case .remove(let removed): name = removed
        case .rhythm(let lanes):
            for own in ["beat", "subdivision"] where !lanes.contains(where: { $0.name == own }) {
                func gain(_ lanes: [JSONValue]) -> Double {
                    lanes.first { $0["name"]?.string == own }?["gain"]?.number ?? 1
                }
                try law(gain(before) == gain(after), "a rhythm leaves the \(own) as loud as it is: \(line)")
            }
            return
        case .all: return
        }
        func others(_ lanes: [JSONValue]) -> [JSONValue] { lanes.filter { $0["name"]?.string != name } }
        try law(others(before) == others(after), "a lane leaves the others: \(line) made \(text(.array(after)))")
        func lane(_ lanes: [JSONValue]) -> JSONValue? { lanes.first { $0["name"]?.string == name } }
        guard let former = lane(before), let present = lane(after) else { return }
        for word in ["solo", "mute"] where !line.contains(word) {
            try law(former[word] == present[word], "a lane keeps what is not said: \(line) made \(text(present))")
        }
    }

    /// Whether nothing waits, and neither a song nor a clock leads.
    private static func isPlain(_ state: JSONValue) -> Bool {
        state["pending"] == .array([]) && state["song"] == .null && state["sync"] == .null && state["timer"] == "off"
    }

    /// Whether nothing but what is asked for decides what a member tells.
    static func isSettled(_ name: String, _ before: JSONValue, _ after: JSONValue) -> Bool {
        let isOfSong = before["song"] != .null || after["song"] != .null
        switch name {
        case "bpm":
            return !isOfSong && before["speed_trainer"] == "off" && after["speed_trainer"] == "off"
                && before["sync"] == .null && after["sync"] == .null
        case "meter", "bell": return !isOfSong
        default: return true
        }
    }

    /// Whether all that has waited waits on.
    static func leavesPending(_ before: JSONValue, _ after: JSONValue) -> Bool {
        func ids(_ state: JSONValue) -> [Int] { state["pending"]?.array?.compactMap { $0["pending"]?.integer } ?? [] }
        let former = ids(before)
        return former.isEmpty || Set(former).isSubset(of: ids(after))
    }

    /// Whether a value waits for the next beat.
    private static func isPending(_ value: JSONValue, _ name: String, in state: JSONValue) -> Bool {
        let isOfSong = name == "bpm" || name == "meter" || name == "bell"
        return state["pending"]?.array?.contains {
            $0["changes"]?[name] == value || isOfSong && $0["changes"]?["song"] != nil
        } ?? false
    }
}
#endif
