// SPDX-License-Identifier: Apache-2.0

#if DEBUG || Fuzzing
internal import MetronomeControl
internal import MetronomeSession

/// A preset is loaded as it was saved, and a set list goes to the entry that is asked for.
struct SceneLaw {
    /// What was in force when a preset was saved, by its name.
    private var saved: [String: JSONValue] = [:]
    private var lastAskNs: Int64 = 0
    /// When the music of an entry has ended by itself, and the entry that follows.
    private var over: (atNs: Int64, next: JSONValue)?
    /// When the music of an entry has ended by itself last.
    private var overNs: Int64?
    /// The entries of set lists, where they are known.
    private var entries: [String: [JSONValue]] = [:]
    /// The presets that may be there no more: an entry of such a name cannot be played.
    private var removed: Set<String> = []
    /// How long it takes to read an entry.
    private static let readingNs: Int64 = 3_000_000_000

    /// The members of the status that a preset keeps.
    private static let kept = [
        "bpm", "meter", "beat", "accents", "subdivision", "swing", "bell", "lanes", "sounds", "bell_volume",
        "subdivision_volume", "count_in", "count_in_sound", "speed_trainer", "gap_trainer", "random_mute", "timer",
        "prompt",
    ]

    mutating func ask(_ call: Call?, atNs now: Int64) {
        (lastAskNs, over) = (now, nil)
        switch call {
        case .preset(.save(let name)): saved[name.text] = nil
        case .preset(.remove(let name)):
            saved[name.text] = nil
            removed.insert(name.text)
        default: break
        }
    }

    mutating func forget() { (saved, entries) = ([:], [:]) }

    /// The status is another.
    mutating func take(_ status: JSONValue, after former: JSONValue?, atNs now: Int64) {
        if status["playing"] == true { over = nil }
        guard let former, former["playing"] == true, status["playing"] == false, former["pending"] == .array([]),
            let list = former["setlist"], let next = list["next"], next != .null,
            next["trouble"] == nil, !(next["preset"]?.string.map(removed.contains) ?? false),
            former["song"] != .null || former["timer"] != "off"
        else { return }
        overNs = now
        if now > lastAskNs + Self.readingNs { over = (now, next) }
    }

    /// Where the music of an entry has ended by itself, the next start plays the one that follows.
    mutating func endTurn(_ state: JSONValue, atNs now: Int64) throws(BrokenLaw) {
        guard let over, now > over.atNs + Self.readingNs else { return }
        self.over = nil
        let entry = state["setlist"]?["entry"]
        try law(
            entry?["preset"] == over.next["preset"] && entry?["song"] == over.next["song"],
            "an entry that is over is followed by the next: by \(text(entry)), not by \(text(over.next))")
    }

    mutating func answer(_ answered: Answered) throws(BrokenLaw) {
        switch answered.call {
        case .preset(.save(let name)):
            let (before, after) = (answered.before, answered.state)
            let isStill = Self.kept.allSatisfy { before[$0] == after[$0] }
            // What a set list has set for its entry is not the preset's.
            let list = after["setlist"] ?? .null
            let isOfList = list["count_in"]?.integer != nil || list["entry"]?["bars"] != nil
            guard answered.isAlone, isStill, before["song"] == .null, after["song"] == .null, after["sync"] == .null,
                !isOfList
            else {
                saved[name.text] = nil
                return
            }
            saved[name.text] = after
        case .preset(.load(let name, _)): try lookAtPreset(name.text, answered)
        case .setList(let call):
            try lookAtPlace(call, answered)
            defer { note(call, answered) }
            if answered.isAlone { try lookAtEntries(call, answered) }
        default: break
        }
    }

    private func lookAtPreset(_ name: String, _ answered: Answered) throws(BrokenLaw) {
        let state = answered.state
        guard answered.isAlone, let saved = saved[name], answered.result["pending"] == nil, state["sync"] == .null
        else { return }
        // What plays holds it from the next beat on; what the answer tells is that.
        let told = state["playing"] == false && answered.before["playing"] == false ? state : answered.result
        for member in Self.kept {
            guard let value = told[member], member != "bpm" || saved["speed_trainer"] == "off" else { continue }
            try law(
                value == saved[member],
                "a preset is loaded as it was saved: \(member) was \(text(saved[member])), and is \(text(value))")
        }
    }

    /// What becomes of the entries of a set list.
    private mutating func note(_ call: SetListCall, _ answered: Answered) {
        switch call {
        case .edit(let name, .remove(let text)):
            let entry = Int(text) ?? 0
            let isKnown = answered.isAlone && entries[name.text]?.indices.contains(entry - 1) ?? false
            if isKnown { entries[name.text]?.remove(at: entry - 1) } else { entries[name.text] = nil }
        case .edit(let name, _): entries[name.text] = answered.isAlone ? answered.result["entries"]?.array : nil
        case .remove(let name): entries[name.text] = nil
        default: break
        }
    }

    /// Of the entries that are asked for only the last one waits, and what plays and waits stays where the list is edited.
    private func lookAtEntries(_ call: SetListCall, _ answered: Answered) throws(BrokenLaw) {
        func lists(_ state: JSONValue) -> [JSONValue?: JSONValue] {
            let waiting = state["pending"]?.array?.compactMap { change in
                change["changes"]?["setlist"].map { (change["pending"], $0) }
            }
            let all = [(nil, state["setlist"] ?? .null)] + (waiting ?? [])
            return Dictionary(all) { _, last in last }
        }
        let removed: Int
        let list: LibraryName
        switch call {
        case .load, .step, .go:
            guard answered.result["pending"] != nil else { return }
            let count = lists(answered.state).count - 1
            return try law(count <= 1, "of the entries of a set list the last one waits: \(count) do")
        case .edit(let name, .remove(let text)): (removed, list) = (Int(text) ?? .max, name)
        case .edit(let name, .add(_, place: nil, bars: _, note: _)): (removed, list) = (.max, name)
        default: return
        }
        func isSame(_ one: JSONValue?, _ other: JSONValue?) -> Bool {
            one?["preset"] == other?["preset"] && one?["song"] == other?["song"]
        }
        // An entry whose first beat is decided is reached with the next request, whatever that is.
        func waiting(_ state: JSONValue) -> [JSONValue?] { state["pending"]?.array?.map { $0["pending"] } ?? [] }
        guard waiting(answered.before) == waiting(answered.state) else { return }
        let after = lists(answered.state)
        for (id, former) in lists(answered.before) where former["name"]?.string == list.text {
            // Of several that are alike nobody knows which is left.
            guard let present = after[id], let place = former["place"]?.integer, removed != place,
                let entry = former["entry"], entries[list.text]?.count(where: { isSame($0, entry) }) == 1,
                former["next"] == .null || entries[list.text]?.count(where: { isSame($0, former["next"]) }) == 1
            else { continue }
            let wanted = removed < place ? place - 1 : place
            try law(
                present["place"]?.integer == wanted && isSame(present["entry"], entry),
                "an entry stays where its set list is edited: \(answered.line) made \(text(present)) of \(text(former))"
            )
        }
    }

    private func lookAtPlace(_ call: SetListCall, _ answered: Answered) throws(BrokenLaw) {
        guard let list = answered.result["setlist"], let place = list["place"]?.integer else { return }
        let line = answered.line
        if let bars = list["count_in"]?.integer, bars > 0, answered.result["song"]?["path"] == nil,
            let bar = answered.result["at_bar"]?.integer, answered.result["pending"] != nil
        {
            try law(bar == 1 - bars, "an entry is counted in while it plays too: \(line) begins with bar \(bar)")
        }
        switch call {
        // While it was read it may have been taken out: then it stands before the first.
        case .load:
            // What cannot be played is passed over.
            let isLooked = list["entry"]?["summary"] != nil
            try law((0...1).contains(place) || place > 1 && isLooked, "\(line) plays the first entry, not \(place)")
        case .go(let entry, _):
            // Beside an edit of the list a number is one of before.
            let isThere =
                Int(entry).map { $0 == place || !answered.isAlone } ?? (list["entry"]?["name"]?.string == entry)
            try law(isThere, "\(line) plays that entry, not \(place)")
        case .step(let step, _):
            let (before, state) = (answered.before, answered.state)
            let isStill = before["playing"] == state["playing"] && before["run"] == state["run"]
            let waiting = before["pending"]?.array?.compactMap { $0["changes"]?["setlist"] }.last
            guard answered.isAlone, isStill, let former = waiting ?? before["setlist"],
                former["name"] == list["name"], let from = former["place"]?.integer
            else { return }
            // Where the entry that plays was taken out, the one before it is at its place already.
            let written = entries[list["name"]?.string ?? ""] ?? []
            let present = written.indices.contains(from - 1) ? written[from - 1] : nil
            let wasTakenOut =
                present["preset"] != former["entry"]?["preset"] || present["song"] != former["entry"]?["song"]
            // The music has just ended, and the entry that follows is read: the step is one from there.
            let isFollowed = overNs.map { lastAskNs < $0 + Self.readingNs } ?? false
            // What cannot be played is passed over there.
            let next = written.indices.contains(place - step - 1) ? written[place - step - 1] : nil
            let isNext = next["preset"] == former["next"]?["preset"] && next["song"] == former["next"]?["song"]
            let isPassed = place - step > from && (written.isEmpty || isNext)
            let isOneOn = place == from + step + 1
            try law(
                place == from + step || isOneOn && step < 0 && wasTakenOut || isFollowed && (isOneOn || isPassed),
                "\(line) goes \(step) from \(from), not to \(place)")
        default: break
        }
    }
}
#endif
