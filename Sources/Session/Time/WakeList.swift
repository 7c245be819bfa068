// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
package import MetronomeRhythm

/// What is to be done without being asked, and when. One timer serves all of it: it wakes at `next`.
///
/// Each purpose has one time at most. Setting it anew moves it behind what else is due at the same time.
package struct WakeList<Purpose: Hashable & Sendable>: Sendable, Equatable {
    private struct Entry: Sendable, Equatable {
        let time: ClockTime
        let number: UInt64
        let purpose: Purpose
    }

    /// The next at the end.
    private var entries: [Entry] = []
    private var times: [Purpose: ClockTime] = [:]
    /// The number of the entry that was made last.
    package private(set) var number: UInt64 = 0

    /// Nothing is to be done.
    package init() {}

    /// When something is to be done; nil: not at all.
    package subscript(purpose: Purpose) -> ClockTime? {
        get { times[purpose] }
        set {
            remove(purpose)
            guard let time = newValue else { return }
            number += 1
            times[purpose] = time
            entries.insert(Entry(time: time, number: number, purpose: purpose), at: place(of: time))
        }
    }

    /// When the first of all is to be done; nil where nothing is.
    package var next: ClockTime? { entries.last?.time }

    /// Takes out the first that is due at a time, and was set not after the entry with a number; nil where none is.
    package mutating func takeFirst(dueAt now: ClockTime, upTo number: UInt64) -> Purpose? {
        guard
            let index = entries.lastIndex(where: { $0.number <= number || $0.time > now }), entries[index].time <= now
        else { return nil }
        let purpose = entries.remove(at: index).purpose
        times[purpose] = nil
        return purpose
    }

    private mutating func remove(_ purpose: Purpose) {
        guard let time = times.removeValue(forKey: purpose) else { return }
        var index = place(of: time)
        while entries[index].purpose != purpose { index += 1 }
        entries.remove(at: index)
    }

    /// Before all that is due not later.
    private func place(of time: ClockTime) -> Int {
        entries.indices.first(meeting: { entries[$0].time <= time })
    }
}
