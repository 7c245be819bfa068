// SPDX-License-Identifier: Apache-2.0

package import MetronomeRhythm

/// The changes of the music that wait for their place in a run, in the order in which they were asked for.
package struct PendingChanges: Sendable, Hashable {
    /// How many may wait.
    package static let most = 100

    /// The oldest first.
    package internal(set) var list: [PendingChange] = []
    /// Changes that were taken back since the music in force was planned, at most `most`: where the plan without them comes too late,
    /// they are played.
    private var withdrawn: [PendingChange] = []
    /// Changes whose place was reached in music that was sent and is not in force, at most `most`: where it comes too late, they are
    /// not played.
    private var anticipated: [PendingChange] = []
    /// The id of the change that was put last; 0 before the first.
    package private(set) var lastID = 0

    /// The last change that was asked for in a run that fades out; those behind it are meant for the next run.
    package private(set) var endedID = 0

    /// No change waits.
    package init() {}

    /// Whether no other change may wait.
    package var isFull: Bool { list.count >= Self.most }

    /// Adds a change. One that was asked for at once waits for the next beat. Of the entries of a set list only the last one
    /// waits, of the taps of a series only the last tap, and of the edits of the same keys that are no step of the history the last.
    package mutating func add(
        _ action: PendingChange.Action, at cue: Cue, fromBeat beat: Int64, gesture: History.Gesture? = nil,
        isStep: Bool = true,
        historyPlace: Int? = nil
    ) -> PendingChange {
        lastID += 1
        var change = PendingChange(id: lastID, cue: cue == .now ? .beat : cue, fromBeat: beat, action: action)
        change.isImmediate = cue == .now
        if change.setList != nil { removeEntries() }
        (change.gesture, change.isStep, change.historyPlace) = (gesture, isStep, historyPlace)
        if change.isTap { removeTaps() }
        if !isStep { withdraw { !$0.isStep && $0.edit?.keys == change.edit?.keys } }
        list.append(change)
        return change
    }

    /// Gives the change that was added last another action.
    package mutating func replaceLast(_ action: PendingChange.Action) {
        if !list.isEmpty { list[list.count - 1].action = action }
    }

    /// Says of the change that was added last that it is the end of a set list.
    package mutating func markLastAsEndOfSetList() {
        if !list.isEmpty { list[list.count - 1].endsSetList = true }
    }

    /// Ties the change that was added last to the song whose place it is, by the file that the song was read from.
    package mutating func tieLast(toSong path: String?) {
        if !list.isEmpty { list[list.count - 1].songPath = path }
    }

    /// Takes a change back, or all of them but those that are decided, and returns what waits no more.
    package mutating func cancel(_ id: Int?, but decided: [Int] = []) -> [PendingChange] {
        func isCancelled(_ change: PendingChange) -> Bool {
            (id == nil || change.id == id) && !decided.contains(change.id)
        }
        return withdraw(isCancelled)
    }

    @discardableResult mutating func withdraw(_ isMeant: (PendingChange) -> Bool) -> [PendingChange] {
        let meant = list.filter(isMeant)
        list.removeAll(where: isMeant)
        // The music in force holds the oldest of them.
        withdrawn += meant.prefix(max(0, Self.most - withdrawn.count))
        return meant
    }

    /// Another plan is in force, which holds the changes with some ids, or was made after they were reached.
    package mutating func settle(_ ids: [Int]) {
        withdrawn.removeAll { !ids.contains($0.id) }
        anticipated.removeAll { ids.contains($0.id) }
    }

    /// Has those of some ids wait again that were taken back. Returns which.
    package mutating func reinstate(_ ids: [Int]) -> [Int] {
        let played = withdrawn.filter { ids.contains($0.id) }
        withdrawn.removeAll { ids.contains($0.id) }
        list = (list + played).sorted { $0.id < $1.id }
        return played.map(\.id)
    }

    /// Takes out the changes with some ids, in the order of the ids: their place is reached, in music that is in force or was sent.
    package mutating func reach(_ ids: [Int], inForce: [Int]) -> [PendingChange] {
        let changes = ids.compactMap { id in list.firstIndex { $0.id == id }.map { list.remove(at: $0) } }
        let sent = changes.filter { !inForce.contains($0.id) }
        anticipated += sent.prefix(max(0, Self.most - anticipated.count))
        return changes
    }

    /// Takes back the changes with some ids, with others that are reached.
    package mutating func takeBack(_ ids: Set<Int>) { withdraw { ids.contains($0.id) } }

    /// The ids of the changes that were reached in music that is not in force.
    package var anticipatedIDs: [Int] { anticipated.map(\.id) }

    /// The music in which they were reached came too late. Has those wait again that no setting keeps: another song or place of it,
    /// and the end. Returns all of them.
    package mutating func missAnticipated() -> [PendingChange] {
        defer { anticipated = [] }
        let missed = anticipated.compactMap { change -> PendingChange? in
            var change = change
            if let songChange = change.songChange { change.action = .song(songChange) }
            return change.edit == nil ? change : nil
        }
        list = (missed + list).sorted { $0.id < $1.id }
        return anticipated
    }

    /// The run fades out: what is added from now on is meant for the next run.
    package mutating func endRun() { endedID = lastID }

    /// Takes out the changes of a run that is over. Where a run never began, changes that wait for a bar of the next one stay.
    /// Returns the changes that hold although the run is over: those asked for at once, and what is read anew of a song.
    package mutating func end(isBegun: Bool = true) -> [PendingChange] {
        (withdrawn, anticipated) = ([], [])
        func stays(_ change: PendingChange) -> Bool {
            if isBegun { return change.id > endedID }
            return if case .place = change.cue { true } else { false }
        }
        let ended = list.filter { !stays($0) }
        list = list.filter(stays)
        return ended.filter(\.holdsAfterEnd)
    }

    // MARK: songs

    /// The song after all of them.
    package func song(after song: LoadedSong?) -> LoadedSong? {
        list.reduce(song) { song, change in change.songChange(of: song?.path).map { $0.applied(to: song) } ?? song }
    }

    /// Aims what waits for the song of a file at another version of it. Of several versions only the last waits.
    package mutating func follow(_ course: SongCourse, inPlaceOf former: SongCourse, ofFile path: String) {
        func isReload(_ change: PendingChange) -> Bool {
            if case .song(.reload(_, ofFile: path)) = change.action { true } else { false }
        }
        // Changes asked for since the version before have places of that version.
        let former = list.last(where: isReload)?.songChange?.course ?? former
        list.removeAll(where: isReload)
        list = list.compactMap { change in
            var change = change
            let isOfSong = change.songPath == path
            switch change.action {
            case .song(.seek(let beat)) where isOfSong:
                change.action = .song(.seek(course.start(like: beat, of: former)))
            case .song(.loop(let beats?)) where isOfSong:
                guard let beats = course.beats(like: beats, of: former) else { return nil }
                change.action = .song(.loop(beats))
            case .song(.practise(let beats, let scale, let practice)) where isOfSong:
                guard let beats = course.beats(like: beats, of: former) else { return nil }
                change.action = .song(.practise(beats, scale: scale, practice))
            case .song(.load(let song)): change.action = .song(.load(song.following(course, ofFile: path)))
            case .scene(var scene):
                scene.song = scene.song?.following(course, ofFile: path)
                change.action = .scene(scene)
            case .song, .edit, .stop: break
            }
            return change
        }
    }

    /// The song of a file is to go on at once: takes back its loops and practices that wait. Returns their ids.
    package mutating func removeLoops(ofFile path: String?) -> [Int] {
        withdraw { change in
            switch change.action {
            case .song(.loop(_?)), .song(.practise): change.songPath == path
            case .song, .edit, .stop, .scene: false
            }
        }.map(\.id)
    }

    /// The settings after all of them, as far as these can be had.
    package func settings(after settings: Settings) -> Settings {
        list.compactMap(\.edit).reduce(settings) { (try? $1.applied(to: $0)) ?? $0 }
    }

    /// Whether another version of a song's file waits than one.
    package func hasOther(_ song: Song, ofFile path: String) -> Bool {
        list.contains { change in
            switch change.songChange {
            case .reload(let course, path)?: course.song != song
            case .load(let loaded)?: loaded.path == path && loaded.course.song != song
            default: false
            }
        }
    }

    /// One of the changes was undone before it held, and can be redone when the others hold.
    package mutating func keepRedo() { for index in list.indices { list[index].keepsRedo = true } }

    /// Takes back what was tapped: a later tap knows better.
    package mutating func removeTaps() { withdraw(\.isTap) }

    /// An edit at once begins a bar: takes its keys out of the edits that wait for a bar, which were asked for before.
    package mutating func removeFromBars(_ newer: Edit) {
        func isMeant(_ key: Key) -> Bool { newer.keys.contains(key) || key.name == "beat" }
        for index in list.indices where list[index].cue == .bar {
            guard case .edit(let edit, direction: nil) = list[index].action,
                edit.keys.contains(where: newer.keys.contains)
            else { continue }
            list[index].action = .edit(edit.filter { !isMeant($0) }, direction: nil)
        }
        withdraw { if case .edit(let edit, _) = $0.action { $0.cue == .bar && edit.isEmpty } else { false } }
    }

    /// An edit at once ends trainers: takes those of their kinds out of the edits that wait. Returns the ids of the changes of which
    /// nothing is left.
    package mutating func removeTrainers(endedBy newer: Edit) -> [Int] {
        func isEnded(_ key: Key) -> Bool { newer[key] == .trainer(nil) }
        let ended = withdraw { change in
            guard case .edit(let edit, direction: nil) = change.action else { return false }
            return !edit.isEmpty && edit.keys.allSatisfy(isEnded)
        }
        for index in list.indices {
            guard case .edit(let edit, direction: nil) = list[index].action else { continue }
            list[index].action = .edit(edit.filter { !isEnded($0) }, direction: nil)
        }
        return ended.map(\.id)
    }

    /// Takes back the tempi that wait for the next beat: a later tap knows better.
    package mutating func removeTempi() {
        withdraw { change in
            guard case .edit(let edit, direction: _?) = change.action else { return false }
            return change.isImmediate && edit.setsTempo
        }
        for index in list.indices where list[index].isImmediate {
            guard case .edit(var edit, direction: nil) = list[index].action else { continue }
            edit.removeTempo()
            list[index].action = .edit(edit, direction: nil)
        }
        changeScenes { scene, isImmediate in
            guard isImmediate, scene.song == nil else { return }
            scene.edit.removeTempo()
            scene.proposal = nil
        }
        withdraw { if case .edit(let edit, _) = $0.action { $0.isImmediate && edit.isEmpty } else { false } }
    }
}
