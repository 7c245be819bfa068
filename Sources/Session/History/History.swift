// SPDX-License-Identifier: Apache-2.0

/// The last edits of the music that clients have asked for, so that they can be undone and redone.
public struct History: Sendable, Hashable {
    /// Which way to go.
    public enum Direction: String, Sendable, Hashable {
        case undo, redo
    }

    /// Several edits that are one step: the taps of a series, or the places of a slider on its way.
    public struct Gesture: Sendable, Hashable {
        private let number: Int
        fileprivate let client: ObjectIdentifier?
        /// Whether it is a series of taps, or a scene and its tempo, and no client's own.
        package var isDaemons: Bool { client == nil }

        /// A gesture by its number, among those of a client, or of the daemon itself.
        public init(_ number: Int, of client: ObjectIdentifier? = nil) { (self.number, self.client) = (number, client) }
    }

    /// The former and the new values of the keys that one edit changed.
    private struct Step: Hashable {
        var before: Edit
        var after: Edit
        /// Edits of the same gesture are one step.
        var gesture: Gesture?
        /// The entries of a set list that it led from and to; nil for any other edit.
        var entries: Entries?
        /// The change that waited, where it was taken back before it held; nil for any other edit.
        var change: Int?

        /// Whether anything is heard of the step.
        var isAudible: Bool {
            (before.keys + after.keys).contains { $0.effect.isAudible && before[$0] != after[$0] }
        }
    }

    /// The presets of a set list from one of which an edit led to the other.
    public struct Entries: Sendable, Hashable {
        /// The set list.
        public let list: LibraryName
        /// From which entry.
        public fileprivate(set) var before: SetList.EntryPlace
        /// To which one.
        public fileprivate(set) var after: SetList.EntryPlace
        /// The timers and the count-ins that they would have without the list.
        fileprivate let usualBefore, usualAfter: Edit

        /// The entries that a set list has before and after an edit, and what they would have without the list; nil where these
        /// are not two presets of one list.
        public init?(
            from before: SetList?, to after: SetList?, usual: (before: Edit, after: Edit) = (Edit(), Edit())
        ) {
            guard let before, let after, before.name == after.name, before.place != after.place,
                let from = before.entryPlace, let to = after.entryPlace,
                [from, to].allSatisfy({ if case .preset = $0.entry.source { true } else { false } })
            else { return nil }
            (list, self.before, self.after) = (before.name, from, to)
            (usualBefore, usualAfter) = usual
        }
    }

    /// The set list at the entry whose music is in force again.
    public struct Returned: Sendable, Hashable {
        /// The set list.
        public let list: SetList
        /// After how many bars the entry was to end; nil for none.
        public let bars: Int?
        /// The timer and the count-in that it would have without the list.
        public let usual: Edit
    }

    /// How many edits are kept; beyond that the oldest is forgotten.
    public static let limit = 100

    /// What can be undone, the oldest first.
    private var done: [Step] = []
    /// What can be redone, the one that was undone last at the end.
    private var undone: [Step] = []
    /// How many were forgotten, or led back to where they began.
    private var forgotten = 0

    /// No edits.
    public init() {}

    /// How many edits can be undone, or redone.
    public func count(_ direction: Direction) -> Int { direction == .undo ? done.count : undone.count }

    /// How many edits are in force, with those that were forgotten: less after an undo, more after any other edit.
    public var place: Int { forgotten + done.count }

    /// Says of the step that was undone last which change it was, that was taken back while it waited.
    public mutating func nameUndone(_ change: Int) { if !undone.isEmpty { undone[undone.count - 1].change = change } }

    /// A change that waited is taken back: those that were asked for behind it, and were taken back before, cannot be redone.
    public mutating func forgetRedo(behind change: Int) { undone.removeAll { $0.change.map { $0 > change } ?? false } }

    /// A step that can be gone from some settings.
    public struct Restoration: Sendable, Hashable {
        /// What is put into force.
        public let edit: Edit
        /// The keys that it leaves as they are, for their values can no longer be had.
        public let leftOut: [Key]
        /// How many steps are passed over before it, of which nothing can be had.
        public let skipped: Int
    }

    /// The edit that goes one step in a direction, as far as the edit can be applied to some settings: a change that came in
    /// between by another way, such as a meter by the configuration, may not go with all of it. Steps of which nothing is left
    /// are passed over. Nil where no step is left.
    public func restoration(_ direction: Direction, in settings: Settings) -> Restoration? {
        var skipped = 0
        for step in (direction == .undo ? done : undone).reversed() {
            let (edit, leftOut) = (direction == .undo ? step.before : step.after).fitting(settings)
            if !edit.isEmpty { return Restoration(edit: edit, leftOut: leftOut, skipped: skipped) }
            skipped += 1
        }
        return nil
    }

    /// Records the edit that led from some settings to others. What was undone can no longer be redone, unless it was undone after
    /// the edit was asked for: `keepsRedo`.
    ///
    /// An edit that changes nothing of the music is not recorded. One of the same gesture as the last, such as the next tap
    /// of a series, becomes a part of the last one, and of both nothing is left where they change nothing together.
    public mutating func record(
        from before: Settings, to after: Settings, gesture: Gesture? = nil, entries: Entries? = nil,
        keepsRedo: Bool = false
    ) {
        // Which preset it is comes and goes with the music.
        let changed = Key.changed(from: before, to: after).filter { $0.effect.isAudible || $0.form == .preset }
        var step = Step(
            before: Edit(changed, of: before), after: Edit(changed, of: after), gesture: gesture,
            entries: entries)
        if step.isAudible, gesture != nil, let last = done.last, last.gesture == gesture, undone.isEmpty {
            for key in last.before.keys { step.before[key] = last.before[key] }
            for key in last.after.keys where step.after[key] == nil { step.after[key] = last.after[key] }
            done.removeLast()
            if !step.isAudible { forgotten += 1 }
        }
        guard step.isAudible else {
            // Another name alone is no step, nor is a gesture that leads back to where it began.
            adopt(step.after.keys, of: after)
            return
        }
        if !keepsRedo { undone = [] }
        done.append(step)
        if done.count > Self.limit {
            done.removeFirst()
            forgotten += 1
        }
    }

    /// A client goes: its gestures are over, and another client may have its identity.
    public mutating func endGestures(of client: ObjectIdentifier) {
        if let last = done.last, last.gesture?.client == client { done[done.count - 1].gesture = nil }
    }

    /// Goes the step whose edit has led from some settings to others. Where another change came in between, that change is the
    /// last step, and the edit is recorded as a change of its own. Returns the set list, moved to the entry whose music is in force
    /// again.
    public mutating func go(
        _ direction: Direction, by edit: Edit, from before: Settings, to after: Settings, in list: SetList? = nil
    ) -> Returned? {
        guard let restoration = restoration(direction, in: before), restoration.edit == edit else {
            record(from: before, to: after)
            return nil
        }
        guard var entries = step(direction, skipping: restoration.skipped)?.entries else { return nil }
        // The way back leads to where it is now, for the list may have been edited since, or nowhere.
        var (former, back): (Returned?, Entries?)
        if let list, let place = list.entryPlace, list.name == entries.list {
            let entry = direction == .undo ? entries.before : entries.after
            let usual = direction == .undo ? entries.usualBefore : entries.usualAfter
            former = list.at(entry).map { Returned(list: $0, bars: entry.entry.bars, usual: usual) }
            if direction == .undo { entries.after = place } else { entries.before = place }
            back = former == nil ? nil : entries
        }
        if direction == .undo { undone[undone.count - 1].entries = back } else { done[done.count - 1].entries = back }
        return former
    }

    /// Takes in that settings have other values, which is no step: undo and redo lead to the values that are set now.
    public mutating func adopt(_ keys: [Key], of settings: Settings) {
        for key in keys {
            let value = key.value(in: settings)
            if let last = done.lastIndex(where: { $0.after[key] != nil }) { done[last].after[key] = value }
            if let last = undone.lastIndex(where: { $0.before[key] != nil }) { undone[last].before[key] = value }
        }
    }

    /// Goes one step, after those that are passed over, and returns it.
    private mutating func step(_ direction: Direction, skipping skipped: Int) -> Step? {
        var gone: Step?
        for _ in 0...max(0, skipped) {
            gone = direction == .undo ? done.popLast() : undone.popLast()
            guard let gone else { continue }
            if direction == .undo {
                undone.append(gone)
            } else {
                // It holds, or waits as another change.
                var gone = gone
                gone.change = nil
                done.append(gone)
            }
        }
        return gone
    }
}

extension Edit {
    /// The values of keys that have changed, in some settings.
    fileprivate init(_ changed: [Key], of settings: Settings) {
        self.init()
        for key in changed { self[key] = key.value(in: settings) }
        // The bell alone would move that of accents which were set.
        let isBell = Key.named("bell.every").map { self[$0] != nil } ?? false
        if isBell, !settings.accents.isEmpty, let accents = Key.named("accents") {
            self[accents] = accents.value(in: settings)
        }
        // Nor would another meter keep a beat that was set under it.
        let isMeter = Key.named("meter").map { self[$0] != nil } ?? false
        if isMeter, settings.beatNote != nil, let beat = Key.named("beat") { self[beat] = beat.value(in: settings) }
    }
}
