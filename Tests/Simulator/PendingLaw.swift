// SPDX-License-Identifier: Apache-2.0

#if DEBUG || Fuzzing
internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

/// What waits is listed until its place is reached, and holds then; a stop forgets it, and `cancel` takes back what it says.
struct PendingLaw {
    /// The status as it was told last.
    private var state: JSONValue?
    /// What has left the list in this turn, with the status before and after.
    private var gone: [(changes: [JSONValue], before: JSONValue, after: JSONValue)] = []
    private var cancelled: Set<Int> = []
    /// Whether a bar was begun in this turn, so that places came that were told for later.
    private var isBarBegun = false
    /// Those that were tapped, or whose place something else may take.
    private var replaced: Set<Int> = []
    /// Those that take a change back, or make it again, and what could be when they were asked for.
    private var restores: [Int: (direction: History.Direction, history: JSONValue?)] = [:]

    /// Those that were answered to wait, and the run in which something was asked for at the next beat last.
    private var waiting: Set<Int> = []
    private var beatAskedRun: Int?
    /// Whether something was asked for at the next beat in the run of a status, or before it began.
    private func isBeatAsked(in status: JSONValue) -> Bool {
        beatAskedRun.map { $0 >= (status["run"]?.integer ?? 0) - 1 } ?? false
    }
    private var run: Int { state?["run"]?.integer ?? 0 }

    /// The settings that nothing but a value of their own decides.
    static let plain: Set = [
        "bpm", "volume", "bell_volume", "subdivision_volume", "swing", "subdivision", "count_in", "muted",
    ]

    /// How long before it is heard a change may be set: what is written ahead, and a beat of the slowest tempo.
    private static let aheadNs: Int64 = 2_500_000_000
    /// How far ahead of what is heard a card may be written.
    private static let writtenNs: Int64 = 1_000_000_000

    /// The status is another.
    mutating func take(_ status: JSONValue) throws(BrokenLaw) {
        defer { state = status }
        // After another change there is another step to go.
        // Also where several that waited hold together, and the history is as long as before.
        let isReached = !Self.ids(state ?? .null).allSatisfy(Self.ids(status).contains)
        if isReached || status["history"] != state?["history"] { for id in Self.ids(status) { restores[id] = nil } }
        guard let state, status["pending"] != state["pending"] else { return }
        let ids = Self.ids(status)
        try law(ids == ids.sorted(), "what waits is listed as it was asked for: \(text(status["pending"]))")
        let left = (state["pending"]?.array ?? []).filter { !ids.contains($0["pending"]?.integer ?? 0) }
        if !left.isEmpty { gone.append((left, state, status)) }
        for change in status["pending"]?.array ?? [] {
            guard let other = change["taken_back_by"]?.integer else { continue }
            try law(
                ids.contains(other) && other > change["pending"]?.integer ?? other && change["at_beat"] == .null,
                "what is taken back with another change has no place, and that waits: \(text(status["pending"]))")
        }
    }

    /// A client has sent a line.
    mutating func ask(_ call: Call?) {
        switch call {
        case .change(_, .beat, _), .set(_, .beat), .restore(_, .beat), .tap(_, _, .beat), .preset(.load(_, .beat)),
            .groove(.play(_, _, .beat)), .groove(.playSaved(_, _, .beat)), nil:
            beatAskedRun = run
        default: break
        }
        let changes = state?["pending"]?.array ?? []
        if case .tap = call { takePlace(of: changes) }
        guard let call, Self.mayBeginBar(call) else { return }
        replaced.formUnion(Self.ofBars(changes))
    }

    /// The ids of those that wait for a bar.
    private static func ofBars(_ changes: [JSONValue]) -> [Int] {
        changes.filter { $0["at"] == "bar" }.compactMap { $0["pending"]?.integer }
    }

    /// Whether a bar may begin by it at once, whose settings go before those that wait for a bar.
    private static func mayBeginBar(_ call: Call) -> Bool {
        switch call {
        case .change(let edit, .now, _), .set(let edit, .now):
            edit.keys.contains { ["meter", "beat"].contains($0.name) }
        case .restore(_, .now), .groove(.play(_, _, .now)), .groove(.playSaved(_, _, .now)): true
        default: false
        }
    }

    /// A tap takes the place of a tempo that waits for the next beat.
    private mutating func takePlace(of changes: [JSONValue]) {
        let tempi = changes.filter { $0["at"] == "beat" && $0["changes"]?["bpm"] != nil }
        replaced.formUnion(tempi.compactMap { $0["pending"]?.integer })
    }

    /// A step is counted from what will hold at its place.
    mutating func look(_ answered: Answered) throws(BrokenLaw) {
        try lookUnderTrainer(answered)
        let (before, state) = (answered.before, answered.state)
        let words = answered.line.split(separator: " ")
        guard answered.isAlone, let id = answered.result["pending"]?.integer, words.count > 1, words[0] == "tempo",
            words[1].first.map("+-".contains) ?? false, let step = Double(words[1]),
            let bpm = answered.result["bpm"]?.number, let beat = answered.result["at_beat"]?.number,
            SettingsLaw.isSettled("bpm", before, state)
        else { return }
        let others = state["pending"]?.array?.filter { $0["pending"]?.integer ?? id < id } ?? []
        guard others.count == before["pending"]?.array?.count,
            !others.contains(where: { Self.movesBars($0) || $0["changes"]?["speed_trainer"] != nil })
        else { return }
        let base = Self.inOrder(others.filter { $0["at_beat"]?.number ?? .infinity <= beat })
            .compactMap { $0["changes"]?["bpm"]?.number }.last
        let wanted = min(1000, max(1, (base ?? before["bpm"]?.number ?? 0) + step))
        try law(
            abs(bpm - wanted) < 0.001,
            "a step is counted from what will hold at its place: \(answered.line) leads to \(bpm), not to \(wanted)")
    }

    /// And where a trainer leads the tempo, from that to which it has led there.
    private func lookUnderTrainer(_ answered: Answered) throws(BrokenLaw) {
        let (before, state) = (answered.before, answered.state)
        let words = answered.line.split(separator: " ")
        guard answered.isAlone, answered.isPlaying, answered.result["pending"] != nil, words.count > 1,
            words[0] == "tempo", words[1].first.map("+-".contains) ?? false, let step = Double(words[1]),
            before["speed_trainer"] != "off", before["speed_trainer"] == state["speed_trainer"],
            before["pending"] == .array([]),
            [before, state].allSatisfy({ $0["song"] == .null && $0["sync"] == .null }),
            let bpm = answered.result["bpm"]?.number, let beat = answered.beat, let former = answered.former,
            former.segments.allSatisfy({ $0.curve == "constant" }),
            HeardTimeline(former)?.beat(Int64(beat))?.time.nanoseconds ?? .max < answered.atNs + 8_000_000_000
        else { return }
        // The beats of a nudge have another tempo than the music.
        let bases = (0...4).map { back in
            let tempo = (former.segments.last { $0.origin.beat <= beat - back } ?? former.segments[0]).tempo
            return Double(tempo.numerator) / Double(tempo.denominator)
        }
        try law(
            bases.contains { abs(min(1000, max(1, $0 + step)) - bpm) < 0.01 },
            "a step is counted from where the trainer has led to: \(answered.line) leads to \(bpm), from one of \(bases)"
        )
    }

    /// Whether a change may begin a bar, and tell a tempo that it leaves as it is.
    private static func movesBars(_ change: JSONValue) -> Bool {
        change["changes"]?["meter"] != nil || change["changes"]?["beat"] != nil
    }

    /// Changes in the order in which they hold.
    static func inOrder(_ changes: [JSONValue]) -> [JSONValue] {
        changes.enumerated().sorted { one, other in
            (one.element["at_beat"]?.number ?? 0, one.offset) < (other.element["at_beat"]?.number ?? 0, other.offset)
        }.map(\.element)
    }

    /// What was asked for is answered. `before` is the status before it, where nobody else has asked for anything.
    mutating func answer(_ call: Call, _ result: JSONValue, before: JSONValue?, atNs now: Int64) throws(BrokenLaw) {
        // Also of one that was asked for in the same turn.
        if case .tap = call { takePlace(of: gone.flatMap(\.changes)) }
        if Self.mayBeginBar(call) { replaced.formUnion(Self.ofBars(gone.flatMap(\.changes))) }
        if case .newBar = call { isBarBegun = true }
        if let id = result["pending"]?.integer {
            waiting.insert(id)
            if case .tap = call { replaced.insert(id) }
            // Another entry is played in place of the end of a set list.
            if case .setList = call { replaced.insert(id) }
            if case .restore(let direction, _) = call, result["left_out"] == nil {
                restores[id] = before.map { (direction, $0["history"]) }
            }
        }
        // Undo takes back a scene that waits.
        if let id = result["taken_back"]?["pending"]?.integer { cancelled.insert(id) }
        // `trainer off` takes back trainers that wait.
        guard let ids = result["cancelled"]?.array?.compactMap(\.integer) else { return }
        cancelled.formUnion(ids)
        guard case .cancel(let id) = call else { return }
        if let id { try law(ids == [id], "cancel takes back what it is asked to: \(id), not \(ids)") }
        let pending = result["pending"]?.array ?? []
        let left = pending.compactMap { $0["pending"]?.integer }
        guard let before else { return }
        let waited = Self.ids(before)
        // What is written to the card already is not taken back, nor a song that is read anew, for which nobody has asked.
        let offsetNs = Int64((before["audio"]?["offset_ms"]?.number ?? 0) * 1e6)
        let isWhole =
            id != nil
            || pending.allSatisfy {
                let isRead = $0["changes"]?["song"] != nil && !($0["pending"]?.integer.map(waiting.contains) ?? true)
                return isRead || $0["at_ns"]?.integer.map(Int64.init) ?? .max < now + Self.writtenNs + offsetNs
            }
        try law(
            isWhole && Set(ids).isDisjoint(with: left) && Set(ids).union(left).isSubset(of: waited),
            "cancel leaves the others: of \(waited) it has taken back \(ids), and \(left) wait")
    }

    /// A turn is over; it is disturbed where something may be done for a client that has left.
    mutating func endTurn(atNs now: Int64, isDisturbed: Bool) throws(BrokenLaw) {
        guard !gone.isEmpty || !cancelled.isEmpty || isBarBegun else { return }
        defer { (gone, cancelled, isBarBegun) = ([], [], false) }
        // Of several that hold in one turn, the last ones are told.
        guard !isDisturbed, gone.count == 1, let (changes, before, after) = gone.first else { return }
        let reached = changes.filter { !cancelled.contains($0["pending"]?.integer ?? 0) }
        // The end of the run may be told later in the turn.
        let isOver = [after, state ?? after].contains { $0["playing"] == false || $0["run"] != before["run"] }
        if !isOver { try lookForLost(reached, in: after, atNs: now) }
        guard !reached.isEmpty, reached.count == changes.count, reached.allSatisfy(isSimple) else { return }
        // One at once holds for the next start, too.
        if isOver, reached.contains(where: { $0["at"] == "beat" }) {
            guard reached.count == 1, !isBeatAsked(in: before), !waiting.contains(reached[0]["pending"]?.integer ?? 0)
            else {
                return
            }
            return try look(for: reached[0], in: after, before, holds: true)
        }
        guard !isBarBegun else { return }
        func isAhead(_ change: JSONValue) -> Bool {
            change["at_ns"]?.integer.map(Int64.init) ?? 0 > now + Self.aheadNs
        }
        // What was written already when the run ended is set.
        let written = Set(reached.filter { !isAhead($0) }.flatMap { ($0["changes"]?.object ?? [:]).keys })
        for change in reached where isAhead(change) {
            guard isOver else { throw BrokenLaw("what waits is not set before its place: \(text(change))") }
            try look(for: change, in: after, before, holds: false, but: written)
        }
        // Of several that hold together one may decide what another has told.
        guard !isOver else { return }
        if reached.count == 1 {
            try lookAtRestore(reached[0], in: after, before)
            return try look(for: reached[0], in: after, before, holds: true)
        }
        // The last one counts of each, but other bars have another order.
        guard !reached.contains(where: Self.movesBars) else { return }
        var last: [String: JSONValue] = [:]
        for change in Self.inOrder(reached) {
            for (name, value) in change["changes"]?.object ?? [:] { last[name] = value }
        }
        for (name, value) in last where Self.plain.contains(name) && SettingsLaw.isSettled(name, before, after) {
            try law(
                after[name] == value,
                "of what holds together the last counts: \(name) is \(text(after[name])), after \(text(.array(reached)))"
            )
        }
    }

    /// What was not cancelled waits until its place, or until the change holds with which it is taken back: an end is not lost.
    private func lookForLost(_ gone: [JSONValue], in after: JSONValue, atNs now: Int64) throws(BrokenLaw) {
        for change in gone {
            if let other = change["taken_back_by"]?.integer {
                try law(
                    !Self.ids(after).contains(other),
                    "what is taken back with another change waits as long as that does: \(text(change))")
            }
            guard change["changes"]?["playing"] == false, !replaced.contains(change["pending"]?.integer ?? 0) else {
                continue
            }
            try law(
                change["at_ns"]?.integer.map(Int64.init) ?? 0 <= now + Self.aheadNs,
                "an end that waits is not lost: \(text(change))")
        }
    }

    /// What is undone at a place can be redone, and the other way round, unless something else was changed meanwhile.
    private func lookAtRestore(_ change: JSONValue, in after: JSONValue, _ before: JSONValue) throws(BrokenLaw) {
        guard let id = change["pending"]?.integer, let (direction, history) = restores[id], let history,
            before["history"] == history, history["undo"] != 100, SettingsLaw.isSettled("bpm", before, after),
            let undo = history["undo"]?.integer, let redo = history["redo"]?.integer,
            let undoAfter = after["history"]?["undo"]?.integer, let redoAfter = after["history"]?["redo"]?.integer
        else { return }
        let steps = direction == .undo ? undo - undoAfter : undoAfter - undo
        try law(
            steps > 0 && undo + redo == undoAfter + redoAfter,
            "\(direction.rawValue) at a place goes a step of the history: of \(text(history)) it made \(text(after["history"]))"
        )
    }

    /// Whether the values of a change are set, or left as they were, but for some that other changes say.
    private func look(
        for change: JSONValue, in after: JSONValue, _ before: JSONValue, holds: Bool, but others: Set<String> = []
    ) throws(BrokenLaw) {
        for name in SettingsLaw.settings where SettingsLaw.isSettled(name, before, after) && !others.contains(name) {
            guard let value = change["changes"]?[name] else { continue }
            let wanted = holds ? value : before[name]
            // What else was asked for in this turn may be set, and with a meter its bell.
            let isOfMeter = before["meter"] != after["meter"] && ["bell", "accents", "beat"].contains(name)
            guard after[name] != wanted, holds || after[name] == value && !isOfMeter else { continue }
            let what = holds ? "what has waited holds at its place" : "a stop forgets what waits"
            throw BrokenLaw("\(what): \(name) is \(text(after[name])), after \(text(change))")
        }
    }

    /// Whether nothing but its place takes it from the list: no other entry of a set list, no later tap, no other version of a song.
    private func isSimple(_ change: JSONValue) -> Bool {
        let members = ["song", "setlist", "playing"]
        return change["at_beat"] != .null && !replaced.contains(change["pending"]?.integer ?? 0)
            && members.allSatisfy { change["changes"]?[$0] == nil }
    }

    private static func ids(_ status: JSONValue) -> [Int] {
        status["pending"]?.array?.compactMap { $0["pending"]?.integer } ?? []
    }
}
#endif
