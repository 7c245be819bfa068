// SPDX-License-Identifier: Apache-2.0

#if DEBUG || Fuzzing
internal import MetronomeControl
internal import MetronomeSession

/// Undo restores what a change has changed, and redo what undo has, by what the status tells alone.
struct HistoryLaw {
    /// What each member of the status was before a change, and after it.
    private typealias Step = [String: (before: JSONValue, after: JSONValue)]

    /// What can be undone, and redone, the newest last; nil where it is not known.
    private var done: [Step?] = []
    private var undone: [Step?] = []
    /// What was not restored in this turn.
    private var trouble: String?

    /// The answer says that something is left out.
    mutating func leaveOut() { trouble = nil }

    /// A step was gone beside other changes: what it came to in between was not told.
    mutating func forget() {
        (done, undone) = (done.map { _ in nil }, undone.map { _ in nil })
    }

    mutating func endTurn() throws(BrokenLaw) {
        if let trouble { throw BrokenLaw(trouble) }
    }

    /// The status is another. `direction` is what was asked for; nil where that is not known, `.some(nil)` where it was neither.
    mutating func take(_ status: JSONValue, after former: JSONValue?, by direction: History.Direction??) {
        let (before, after) = (Self.counts(former), Self.counts(status))
        let step = Self.step(from: former, to: status)
        switch (after.undo - before.undo, after.redo - before.redo, direction) {
        case (0, 0, _):
            // Another tap of the same series, the tempo of a trainer, or the hundredth change.
            if step?.isEmpty != true, !done.isEmpty { done[done.count - 1] = nil }
            if after.undo == History.limit { done = [] }
        case (-1, 1, _):
            let last = done.popLast() ?? nil
            if let last, direction == .undo { look(step, last.mapValues(\.before), status, "undo") }
            undone.append(last)
        case (1, -1, .some(.redo)):
            let last = undone.popLast() ?? nil
            if let last { look(step, last.mapValues(\.after), status, "redo") }
            done.append(last)
        case (1, -before.redo, .some(nil)):
            done.append(step)
            undone = []
        default: (done, undone) = ([], [])
        }
        // Of several changes that are reached at once only what they come to is told.
        let waiting = Set(status["pending"]?.array?.map { $0["pending"] } ?? [])
        let reached = former?["pending"]?.array?.filter { !waiting.contains($0["pending"]) } ?? []
        if reached.count > 1 {
            (done, undone, trouble) = (Self.steps(of: reached, from: former, to: status) ?? [], [], nil)
        }
        done = Self.fitted(done, after.undo)
        undone = Self.fitted(undone, after.redo)
    }

    /// Compares what was changed with what was to be restored.
    private mutating func look(_ step: Step?, _ wanted: [String: JSONValue], _ status: JSONValue, _ word: String) {
        guard let step else { return }
        let names = Set(step.keys).union(wanted.keys)
        for name in names where status[name] != wanted[name] {
            let value = wanted[name].map { text($0) } ?? "as it is"
            trouble = "\(word) restores what was: \(name) was to be \(value), not \(text(status[name]))"
        }
    }

    private static func counts(_ status: JSONValue?) -> (undo: Int, redo: Int) {
        (status?["history"]?["undo"]?.integer ?? 0, status?["history"]?["redo"]?.integer ?? 0)
    }

    /// What has changed from one status to the next; nil where something else may have changed it.
    private static func step(from former: JSONValue?, to status: JSONValue) -> Step? {
        guard let former, former["song"] == .null, status["song"] == .null else { return nil }
        var step: Step = [:]
        for name in SettingsLaw.settings where former[name] != status[name] {
            guard SettingsLaw.isSettled(name, former, status) else { return nil }
            step[name] = (former[name] ?? .null, status[name] ?? .null)
        }
        return step
    }

    /// What several changes that hold together have changed, one after the other; nil where that is not known.
    private static func steps(of changes: [JSONValue], from former: JSONValue?, to status: JSONValue) -> [Step]? {
        guard let former, let whole = step(from: former, to: status), whole.keys.allSatisfy(PendingLaw.plain.contains),
            counts(former).redo == 0, counts(status).redo == 0
        else { return nil }
        var present: [String: JSONValue] = [:]
        var steps: [Step] = []
        for change in PendingLaw.inOrder(changes) {
            var step: Step = [:]
            for (name, value) in change["changes"]?.object ?? [:] {
                guard PendingLaw.plain.contains(name) else { return nil }
                let before = present[name] ?? former[name] ?? .null
                if before != value { step[name] = (before, value) }
                present[name] = value
            }
            if !step.isEmpty { steps.append(step) }
        }
        let isWhole = present.allSatisfy { status[$0] == $1 } && whole.keys.allSatisfy { present[$0] != nil }
        return isWhole && counts(status).undo - counts(former).undo == steps.count ? steps : nil
    }

    /// As many as there are, of which the oldest are not known.
    private static func fitted(_ steps: [Step?], _ count: Int) -> [Step?] {
        Array(repeating: nil, count: max(0, count - steps.count)) + steps.suffix(count)
    }
}
#endif
