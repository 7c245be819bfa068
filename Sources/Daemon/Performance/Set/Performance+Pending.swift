// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

extension Performance {
    /// As many bytes of the lanes that they bring are told, and what the last of these has: a hundred times the longest lanes are
    /// a longer line than clients read.
    private static let mostPendingLanes = 2 << 20

    /// Whether nothing takes the end of the music back: what is heard up to it is written.
    var isEndDecided: Bool { record?.endBeat.map { $0 < nextBeat } ?? false }

    /// Whether a timer is over, and its last strokes cannot be taken back.
    var strikesEnd: Bool { music?.parts.contains { $0.isEnd && $0.fromBeat < nextBeat } ?? false }

    // MARK: waiting

    /// Ends the music at a place; at once where there is nothing to wait for.
    mutating func stop(at cue: Cue, _ ask: Ask) throws(TurnEnd) {
        guard waits(cue), transport.isStarted else { return stop(PendingAnswer(ask)) }
        try wait(.stop, cue, .setting, PendingAnswer(ask))
    }

    /// While it is stopped there is no beat to wait for, but a place in the next run.
    func waits(_ cue: Cue) -> Bool {
        switch cue {
        case .now: false
        case .beat, .bar, .section: transport.isStarted
        case .place, .after: true
        }
    }

    /// The beat from which a change waits that is asked for at a place.
    func firstBeat(of cue: Cue) throws(TurnEnd) -> Int64 {
        guard case .after(let bars) = cue else { return nextBeat }
        guard transport.isStarted else {
            let reason = "nothing plays, so no bar is \(bars) bars from now: start first, or name a bar such as @9"
            throw .refused(ControlError(.stopped, reason, param: "at"))
        }
        let planned = planned(with: pending.list)
        let present = transport.isPlaying ? heardRun?.beat(at: now) ?? 0 : 0
        guard let line = planned.barLine(bars, after: max(0, present)) else {
            throw .refused(unreached(cue, in: planned))
        }
        return max(line, nextBeat)
    }

    /// Has a change wait whose sounds are ready, one at once for the next beat, and answers where it will hold.
    mutating func wait(
        _ action: PendingChange.Action, _ cue: Cue, gesture: History.Gesture? = nil, isStep: Bool = true,
        _ naming: Naming,
        _ reply: PendingAnswer
    ) throws(TurnEnd) {
        applyPending(before: nextBeat)
        followTempo(before: nextBeat)
        guard !pending.isFull else {
            let reason = "\(PendingChanges.most) changes wait already: cancel some of them, or wait"
            throw .refused(ControlError(.busy, reason, param: "at"))
        }
        var changes = pending
        if case .song(.reload(let course, let path)) = action, let song {
            changes.follow(course, inPlaceOf: song.course, ofFile: path)
        }
        let change = changes.add(
            action, at: cue, fromBeat: try firstBeat(of: cue), gesture: gesture, isStep: isStep,
            historyPlace: history.place)
        let cue = change.cue
        let planned = planned(with: changes.list)
        guard let beat = planned.beat(ofChange: change.id) else {
            guard case .song(let songChange) = action, songChange.holdsAfterEnd(isImmediate: change.isImmediate) else {
                throw .refused(unreached(cue, in: planned))
            }
            // The song ends before: the change is one of the next start.
            pending = changes
            var reply = reply
            let after = PendingAnswer.ChangedSong(song: pending.song(after: song), isElsewhere: true)
            reply.form = .pending(change.id, [:], after)
            return finish(reply, .notPlaying)
        }
        if let error = refusal(of: cue, atBeat: beat, in: planned) { throw .refused(error) }
        var values: [String: JSONValue] = action == .stop ? ["playing": .bool(false)] : [:]
        var changedSong: PendingAnswer.ChangedSong?
        if case .song(let songChange) = action {
            let after = planned.songsAfterChanges(song, pending: changes.list)[change.id] ?? nil
            if songChange.isPlace { changes.tieLast(toSong: after?.path) }
            // Where the song is begins anew with another song and with a place.
            var isElsewhere = after?.course.song != song?.course.song
            switch songChange {
            case .scale, .loop: break
            default: isElsewhere = true
            }
            changedSong = PendingAnswer.ChangedSong(song: after, isElsewhere: isElsewhere)
        }
        if let edit = change.edit {
            let before = planned.settingsBeforeChanges(settings, pending: changes.list)[change.id] ?? settings
            do throws(SettingError) {
                let after = try edit.applied(to: before)
                // What was asked for as a step from what holds there is a value from now on.
                let waiting = Edit(edit.keys.reduce(into: [:]) { $0[$1] = edit.waiting($1, in: after) })
                switch action {
                case .edit(_, let direction):
                    changes.replaceLast(.edit(waiting, direction: direction))
                    values = self.values(of: edit, in: after, since: before)
                case .scene(var scene):
                    scene.edit = waiting
                    changes.replaceLast(.scene(scene))
                    values = self.values(of: scene, in: after)
                case .stop, .song: break
                }
            } catch {
                throw .refused(ControlError(error, param: naming.parameter(error.key)))
            }
        }
        pending = changes
        changeChannels()
        if !change.isImmediate { values["pending"] = .integer(Int64(change.id)) }
        var reply = reply
        reply.form = .pending(change.id, values, changedSong)
        plan(reply)
    }

    /// The music with other changes that wait; that of the next run where none plays.
    func planned(with changes: [PendingChange]) -> PlannedMusic {
        guard transport.isPlaying, var planned = music else {
            return PlannedMusic(settings, song: song, pending: changes.filter { $0.id > pending.endedID })
        }
        _ = planned.change(to: settings, pending: changes, nextBeat: nextBeat)
        return planned
    }

    /// Takes changes back that wait: one, or all of them.
    mutating func cancel(_ id: Int?, _ ask: Ask) throws(TurnEnd) {
        applyPending(before: nextBeat)
        let decided = pending.list.filter { change in
            // Nobody has asked for what is read anew of a song.
            if id == nil, case .song(.reload) = change.action { return true }
            return isEndDecided && change.action == .stop
        }.map(\.id)
        let cancelled = pending.cancel(id, but: decided)
        guard id == nil || !cancelled.isEmpty else {
            let waiting = pending.list.map(\.id).filter { !decided.contains($0) }.map { "\($0)" }
            let others = waiting.joined(separator: ", ")
            let reason =
                waiting.isEmpty ? "no change is waiting" : "change \(id ?? 0) does not wait: \(others) can be cancelled"
            throw .refused(ControlError(.notFound, reason, param: "pending", allowed: waiting))
        }
        var reply = PendingAnswer(ask)
        reply.form = .cancelled(cancelled.map(\.id))
        cancelled.isEmpty ? finish(reply, .notPlaying) : plan(reply)
    }

    /// The changes that wait, as clients are told them. The lanes of all together are told as far as there is room for them.
    mutating func pendingStates() -> [PendingState] {
        if pending.list.isEmpty { return [] }
        let (run, music) = (heardRun, transport.isPlaying ? music : nil)
        let planned = music ?? planned(with: pending.list)
        let reached = planned.settingsBeforeChanges(settings, pending: pending.list)
        let songs = planned.songsAfterChanges(song, pending: pending.list)
        var room = Self.mostPendingLanes
        return pending.list.map { change in
            let beat = music?.beat(ofChange: change.id)
            let changes = change.edit.map { edit in
                // Of a change before it that waits too, it depends what this one leads to.
                let before = reached[change.id] ?? settings
                let settings = planned.settings(after: edit, ofChange: change.id, from: before)
                let told = room > 0 ? edit : edit.filter { $0.form != .lanes }
                let lanes = told.keys.contains { $0.form == .lanes } ? toldLanes.value(in: settings) : nil
                // What follows from the change is told with it, unless its lanes are left out.
                var values = values(of: told, in: settings, since: told == edit ? before : nil, lanes: lanes)
                if case .scene(var scene) = change.action {
                    // A preset has all settings of the music: what it leaves as it is, is no change. It has its name anyway.
                    scene.edit = told.filter {
                        $0.form == .preset || $0.value(in: before) != $0.value(in: settings)
                    }
                    values = self.values(of: scene, in: settings)
                }
                if values["lanes"] != nil { room -= toldLanes.count(in: settings) }
                return values
            }
            var songChange: [String: JSONValue]?
            if case .song = change.action {
                songChange = ["song": .wire(songState(songs[change.id] ?? nil, from: (music, beat)))]
            }
            return PendingState {
                $0.pending = change.id
                $0.at = change.cue.description
                $0.atBeat = run == nil ? nil : beat.map(Double.init)
                if let beat, let run { ($0.atBar, $0.atBarBeat, $0.atNs) = told(beat, in: run.record) }
                let isOfNext = change.holdsAfterEnd || !transport.isPlaying && change.id > pending.endedID
                $0.nextStart = run != nil && beat == nil && isOfNext ? true : nil
                $0.takenBackBy = planned.takenBack[change.id].flatMap { id in
                    pending.list.contains { $0.id == id } ? id : nil
                }
                $0.changes = changes ?? songChange ?? ["playing": .bool(false)]
            }
        }
    }

    // MARK: when they hold

    /// Makes the settings of changes whose beat lies before another the settings in force.
    mutating func applyPending(before beat: Int64) {
        guard let music, !pending.list.isEmpty else { return }
        let changes = pending.reach(
            music.parts.filter { $0.fromBeat < beat }.flatMap(\.changes),
            inForce: musicInForce?.parts.flatMap(\.changes) ?? [])
        pending.takeBack(music.takenBack(with: Set(changes.map(\.id))))
        if let last = changes.compactMap({ music.beat(ofChange: $0.id) }).max() {
            practice.hold(fromBeat: last)
            record?.hold(before: last + 1)
        }
        apply(changes)
    }

    /// Makes the settings of changes the settings in force, in their order.
    private mutating func apply(_ changes: [PendingChange]) {
        let before = settings
        let historyBefore = HistoryState(history)
        var (isAnyReached, isSongReached) = (false, false)
        var sceneMembers: [String] = []
        for pending in changes {
            let (action, gesture) = (pending.action, pending.gesture)
            if case .scene(let scene) = action {
                sceneMembers += hold(scene, keepsRedo: pending.keepsRedo)
                isAnyReached = true
                noteTempo()
            }
            if case .song = action, let change = pending.songChange(of: song?.path) {
                song = change.applied(to: song)
                isSongReached = true
            }
            guard case .edit(let edit, let direction) = action else { continue }
            isAnyReached = true
            let last = settings
            settings = (try? edit.applied(to: last)) ?? last
            noteTempo()
            if let direction {
                returnToEntry(history.go(direction, by: edit, from: last, to: settings, in: setList))
            } else if pending.isStep {
                history.record(from: last, to: settings, gesture: gesture, keepsRedo: pending.keepsRedo)
            } else {
                history.adopt(edit.keys, of: settings)
            }
        }
        if isSongReached {
            // The file of a song that waited was not watched.
            if let song, song.path != watchedSong { inbox.askAgain(.songFile(SongSource(song))) }
            songChanged()
        }
        guard isAnyReached || isSongReached else { return }
        saveAny(of: Key.changed(from: before, to: settings))
        rememberRun()
        let changed = Self.statusNames(of: settings, unlike: before)
        sendState(
            changed: changed + (HistoryState(history) == historyBefore ? [] : ["history"]) + ["pending"]
                + (isSongReached ? songMembers : []) + sceneMembers.filter { !changed.contains($0) })
    }

    /// Makes what is heard by now the settings in force, ends the run whose music is over, and sets the timer for what comes next.
    mutating func followPending() {
        wakes[.pending] = nil
        guard transport.isPlaying, let run = heardRun, let music = musicInForce,
            !pending.list.isEmpty || run.record.endBeat != nil || self.music?.extensionBeat != nil
        else { return }
        let present = run.beat(at: now)
        let unsettled = unsettledBeat(in: run)
        applyPending(before: unsettled)
        if let end = run.record.endBeat, present >= end {
            return endMusic()
        }
        // A song is planned up to a horizon only, and what is written cannot be planned any more.
        let extensionBeat = music.extensionBeat.flatMap { sent.isEmpty ? $0 : nil }
        if let extensionBeat, nextBeat > extensionBeat { return plan() }
        let written = heard.time(ofFrame: Double(heard.writtenFrame)) - now
        let extensionTime = extensionBeat.map { run.time(ofBeat: $0) - written }
        let waiting = music.parts.filter { part in pending.list.contains { part.changes.contains($0.id) } }
        let next = waiting.map(\.fromBeat).filter { $0 >= unsettled }.min().map { settledTime(ofBeat: $0, in: run) }
        let end = run.record.endBeat.flatMap { $0 > present ? run.time(ofBeat: $0) : nil }
        wakes[.pending] = [next, end, extensionTime].compactMap { $0 }.min()
    }

    /// Ends the run whose music is over, or written to its end.
    mutating func endMusic() {
        let isStopped = pending.list.contains { $0.action == .stop && musicInForce?.beat(ofChange: $0.id) != nil }
        var reply = PendingAnswer()
        // Where nobody has asked for the stop, the music itself is over.
        reply.form = .musicOver(isEntry: setList != nil && !isStopped, pending.list.compactMap(\.setList).last)
        silence(reply)
    }

    /// Forgets what waits, but for what was asked for at once: the run is over, or did not begin.
    mutating func dropPending(isBegun: Bool = true) {
        wakes[.pending] = nil
        guard !pending.list.isEmpty else { return }
        apply(pending.end(isBegun: isBegun))
        sendState(changed: ["pending"])
    }
}
