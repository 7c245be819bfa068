// SPDX-License-Identifier: Apache-2.0

internal import MetronomeSession

/// What was asked for and waits: for files, or, where the daemon itself asks, for its turn and its answer.
struct Inbox: Equatable {
    /// What waits for files, in the order in which it began to.
    private(set) var parked: [Ask] = []
    /// What is asked next without a client.
    private var followUps: [Ask] = []
    /// What the daemon itself has asked, until it is answered.
    private var own: [Ask.ID: Ask] = [:]
    /// What the daemon itself asks once more, when what it asks alike is answered.
    private var due: [Ask.Wish] = []
    /// Numbers what the daemon itself asks, below 0.
    private var lastOwnID: Ask.ID = 0

    /// Has an ask wait for a file; one that waited before keeps its place.
    mutating func park(_ ask: Ask) {
        if let index = parked.firstIndex(where: { $0.id == ask.id }) {
            parked[index] = ask
        } else {
            parked.append(ask)
        }
    }

    /// What waits under a number; nil for nothing.
    func waiting(_ id: Ask.ID) -> Ask? { parked.first { $0.id == id } }

    /// An ask waits for no file any more.
    mutating func unpark(_ id: Ask.ID) { parked.removeAll { $0.id == id } }

    /// Has the daemon itself ask.
    mutating func ask(_ wish: Ask.Wish) {
        lastOwnID -= 1
        let ask = Ask(id: lastOwnID, wish: wish)
        own[ask.id] = ask
        followUps.append(ask)
    }

    /// Has the daemon itself ask for what a file has now: while it is asking the same, once more after that.
    mutating func askAgain(_ wish: Ask.Wish) {
        guard own.values.contains(where: { $0.wish == wish }) else { return ask(wish) }
        if !due.contains(wish) { due.append(wish) }
    }

    /// Has an ask of a client take its turn again.
    mutating func again(_ ask: Ask) { followUps.append(ask) }

    /// The next that is asked without a client.
    mutating func takeNext() -> Ask? { followUps.isEmpty ? nil : followUps.removeFirst() }

    /// What the daemon itself has asked under a number, which is answered.
    mutating func settle(_ id: Ask.ID) -> Ask.Wish? {
        let wish = own.removeValue(forKey: id)?.wish
        if let wish, let index = due.firstIndex(of: wish) {
            due.remove(at: index)
            ask(wish)
        }
        return wish
    }

    /// Whether the daemon itself waits for an answer.
    var awaitsAnswers: Bool { !own.isEmpty }

    /// Replaces the set lists whose entries are being read by another version.
    mutating func changeSetLists(_ change: (SetList) -> SetList) {
        for index in parked.indices {
            guard case .entry(let list, let cue, let passes) = parked[index].wish else { continue }
            parked[index].wish = .entry(of: change(list), at: cue, passes: passes)
        }
    }

    /// The set list at the place that was asked for last and is still being read; nil for none.
    var setList: SetList? { parked.last { $0.list != nil }?.list }
}
