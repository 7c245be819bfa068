// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import MetronomeControl
internal import MetronomeSession

extension Performance {
    /// Does what a request asks of the set lists.
    mutating func perform(_ call: SetListCall, _ ask: Ask) throws(TurnEnd) {
        // An entry whose first beat is decided plays, and waits no more.
        if transport.isStarted { applyPending(before: nextBeat) }
        switch call {
        case .load(let name, let countIn, let cue):
            var list = try setList(name, ask)
            list.askedCountIn = countIn
            let first = list.playable(from: 0)
            // Where nothing in it can be played, the first entry says why.
            if list.entry(at: first) != nil { list.place = first }
            try go(to: list, at: cue, ask)
        case .advance(let cue):
            let list = try listThatIsWanted
            guard transport.isStarted, !isEndDecided, !strikesEnd else { return try start(at: .bar, ask) }
            try go(to: list.at(list.following), at: cue, passes: true, ask)
        case .step(let step, let cue):
            let list = try listThatIsWanted
            let place = list.place(after: step)
            guard list.entry(at: place) != nil else {
                let entry = list.present?.name ?? ""
                let (which, other, number) = step > 0 ? ("last", "first", 1) : ("first", "last", list.entries.count)
                throw .refused(
                    ControlError(
                        .outOfRange,
                        "\(entry) is the \(which) entry of \(list.name): metroctl setlist go \(number) goes to the \(other)"
                    ))
            }
            try go(to: list.at(place), at: cue, ask)
        case .go(let text, let cue):
            let list = try listThatIsWanted
            guard let place = list.place(of: text) else {
                let names = list.entries.map(\.name)
                let hint =
                    Suggestion.word(for: text, among: names).map { "did you mean \($0)?" }
                    ?? "there are 1 to \(names.count), " + names.prefix(20).joined(separator: ", ")
                throw .refused(
                    ControlError(
                        .notFound, "\(list.name) has no entry \(PlainValue.string(text)): \(hint)", param: "entry",
                        allowed: names))
            }
            try go(to: list.at(place), at: cue, ask)
        case .show(let name):
            let wanted = if let name { name } else { try listThatIsWanted.name }
            let list = try setList(wanted, ask)
            if let present = setList, present.name == list.name, present.looked(at: list) != present {
                setList = present.looked(at: list)
                sendState(changed: ["setlist"])
            }
            answer(ask, SetListPage(list, present: setList))
        case .list: throw .needs(.setLists)
        case .edit(let name, let edit):
            guard let list = ask.loaded.setList else { throw .needs(.editSetList(name, edit)) }
            take(list)
            if case .remove = edit {
                answer(ask, LibraryFile { ($0.name, $0.path) = (list.name.text, ask.loaded.path) })
            } else {
                answer(ask, SetListPage(list, present: setList))
            }
        case .remove(let name): throw .needs(.remove(name, from: .setLists))
        case .close:
            _ = try listThatIsWanted
            let played = playedEntry
            setList = nil
            playedEntry.begin(nil)
            // What is still being read would load the list again.
            for ask in inbox.parked where ask.list != nil {
                inbox.unpark(ask.id)
                answer(ask.id, .failure(ControlError(.noSetList, "the set list was closed meanwhile")))
            }
            watchSetList()
            let isAwaited = pending.closeSetLists()
            sendState(changed: ["setlist"])
            var reply = PendingAnswer(ask, more: ["setlist": .null])
            let ending = played.ending(in: settings)
            guard ending.isEmpty else { return try set(ending, by: .other, .setting, reply) }
            reply.form = .setList
            isAwaited ? plan(reply) : answer(reply, change([:]))
        }
    }

    /// The set list at the place that it has after all that was asked for, also where its file is still being read.
    var wantedSetList: SetList? {
        inbox.setList ?? pending.setList(after: setList)
    }

    private static let noEntryLeft = ControlError(
        .notFound, "no entry is left that can be played: metroctl setlist show says why")
    private static let noList = ControlError(.noSetList, "no set list is loaded: metroctl setlist load NAME loads one")

    private var listThatIsWanted: SetList {
        get throws(TurnEnd) {
            guard let wantedSetList else {
                throw .refused(Self.noList)
            }
            return wantedSetList
        }
    }

    /// A set list, once its file was read.
    func setList(_ name: LibraryName, _ ask: Ask) throws(TurnEnd) -> SetList {
        guard let list = ask.loaded.setList else { throw .needs(.setList(name)) }
        return list
    }

    // MARK: places

    /// Plays the entry at the place of a set list.
    private mutating func go(to list: SetList, at cue: Cue, passes: Bool = false, _ ask: Ask) throws(TurnEnd) {
        // Back to what plays before anything else was heard.
        let entryWaits = pending.list.contains { $0.setList.map { $0 != list } ?? false }
        if list == setList, inbox.setList == nil, entryWaits {
            return stay(ask)
        }
        try play(list, at: cue, passes: passes, ask)
    }

    /// Plays the entry at the place of a set list once its files were read.
    mutating func play(_ list: SetList, at cue: Cue, passes: Bool, _ ask: Ask) throws(TurnEnd) {
        guard let entry = list.entry(at: list.place) else {
            guard passes, transport.isStarted, !isEndDecided, !strikesEnd else { throw .refused(Self.noEntryLeft) }
            try stop(at: cue, ask)
            if waits(cue) { pending.markLastAsEndOfSetList() }
            return
        }
        var reading = try scene(entry.source, ask, for: .entry(of: list, at: cue, passes: passes))
        reading.scene.setList = list
        countIn(&reading.scene, bars: list.countIn)
        // A song ends where it is written to.
        end(&reading.scene, afterBars: reading.scene.song == nil ? entry.bars : nil)
        try play(reading, at: cue, ask, PendingAnswer(ask))
    }

    /// Has bars counted in before a scene, in place of its own; without, what the set list has set of that before is over.
    private func countIn(_ scene: inout Scene, bars: Int?) {
        guard let key = Key.named("count_in") else { return }
        let own = scene.edit[key] ?? playedEntry.ending(in: settings)[key]
        scene.usual[key] = own
        scene.edit[key] = bars.map { .number(Double($0)) } ?? own
    }

    /// Has the music of a scene end after some bars, by the timer; without, the timer of an entry before it is off.
    private func end(_ scene: inout Scene, afterBars bars: Int?) {
        let timer = Trainer.Kind.timer.rules.key
        if playedEntry.bars != nil, scene.edit[timer] == nil { scene.edit[timer] = .trainer(nil) }
        scene.usual[timer] = scene.edit[timer]
        if let bars { scene.edit[timer] = .trainer(Trainer(ofBars: bars)) }
    }

    /// Has the entry of the next start be counted in and end as the set list says by then, where nothing else was set since.
    mutating func settleEntry() {
        guard !transport.isStarted, let setList else { return }
        let edit = playedEntry.settle(as: setList, in: settings)
        if !edit.isEmpty { inbox.ask(.taken(edit, by: .other, more: [:])) }
    }

    /// After an undo or a redo: the set list is at the entry whose music is in force again. In a song that is behind it.
    mutating func returnToEntry(_ entry: History.Returned?) {
        guard let entry, song == nil else { return }
        setList = entry.list
        playedEntry.begin(entry.list, usual: entry.usual)
        playedEntry.bars = entry.bars
        sendState(changed: ["setlist"])
        settleEntry()
    }

    /// Takes back what waits of the set list: it stays where it is.
    private mutating func stay(_ ask: Ask) {
        pending.removeEntries()
        var reply = PendingAnswer(ask)
        reply.form = .setList
        plan(reply)
    }

    /// The music of an entry has ended by itself: the next start plays the next one, or that which waited for a place after
    /// the end.
    mutating func entryIsOver(waiting: SetList?) {
        // An entry that is still being read rests with the music: it is the next.
        guard !transport.isStarted, inbox.setList == nil,
            let list = waiting ?? wantedSetList.map({ $0.at($0.following) }),
            list.entry(at: list.place) != nil
        else { return }
        inbox.ask(.entry(of: list, at: .now, passes: waiting == nil))
    }

    /// Passes over an entry whose files cannot be used any more, where the list goes on by itself or by `advance`, and nobody has
    /// asked for another entry since. Returns whether it does.
    mutating func passOver(_ ask: Ask, for error: ControlError) -> Bool {
        guard case .entry(let list, let cue, passes: true) = ask.wish, error.isOfFiles, inbox.setList == nil,
            wantedSetList?.name == list.name
        else { return false }
        let next = list.at(list.playable(from: list.place + 1))
        // By itself it goes on only where there is another one.
        guard ask.client != nil || next.entry(at: next.place) != nil else { return false }
        log(.warning, "an entry of the set list is passed over: \(error)")
        inbox.again(Ask(id: ask.id, client: ask.client, wish: .entry(of: next, at: cue, passes: true)))
        return true
    }

    // MARK: files

    /// Has a start wait while the entry that it is to play is being read. Files are read in order: the sounds of the start are read
    /// behind the entry.
    func awaitEntry() throws(TurnEnd) {
        guard !transport.isStarted, inbox.setList != nil else { return }
        throw .needs(.sounds(choices(with: Edit()), kept: sounds, samples))
    }

    /// Has the next entry read before the last stroke of the one before has faded, for a start that is asked for meanwhile. Returns
    /// whether an entry was over.
    mutating func endEntryEarly() -> Bool {
        guard !transport.isStarted else { return false }
        for (request, reply) in waiting {
            guard case .musicOver(isEntry: true, let list) = reply.form else { continue }
            waiting[request]?.form = .nothing
            entryIsOver(waiting: list)
            return true
        }
        return false
    }

    /// Has the file of the set list watched.
    mutating func watchSetList() { actions.append(.watchSetList(setList?.name)) }

    /// Takes a new version of a set list into use, where it is loaded.
    mutating func take(_ list: SetList) {
        let awaited = pending.list.map(\.setList)
        let isMusicChanged = pending.changeSetLists { $0.name == list.name ? list.following($0) : $0 }
        playedEntry.follow(list)
        inbox.changeSetLists { $0.name == list.name ? list.following($0) : $0 }
        var changed = pending.list.map(\.setList) == awaited ? [] : ["pending"]
        if let present = setList, present.name == list.name, list.following(present) != present {
            setList = list.following(present)
            changed.append("setlist")
        }
        if !changed.isEmpty { sendState(changed: changed) }
        if isMusicChanged { plan() }
        settleEntry()
    }
}

extension ControlError {
    /// Whether files are at fault, which another entry may do without.
    var isOfFiles: Bool {
        [ErrorReason.notFound, .unusableFile, .unusableSong, .unusableSound].contains { $0.rawValue == reason }
    }
}
