// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm

/// Where changes that wait hold, and what from.
extension PlannedMusic {
    /// The beat that a change waits for; nil where it is not waiting, or is never reached.
    package func beat(ofChange id: Int) -> Int64? {
        id == endChange ? musicEnd : parts.first { $0.changes.contains(id) }?.fromBeat
    }

    /// The settings that hold where each change begins to hold, or would have been held there without it, by the changes' ids. Each
    /// of the changes that wait is applied once.
    package func settingsBeforeChanges(_ settings: Settings, pending: [PendingChange]) -> [Int: Settings] {
        let edits = Dictionary(pending.map { ($0.id, $0.edit) }) { first, _ in first }
        var (present, before) = (settings, [Int: Settings]())
        for part in parts {
            // Where a trainer leads the tempo, up to the first change of it.
            var isLed = !part.changes.isEmpty && course(atBeat: part.fromBeat - 1).leadsTempo
            for id in part.changes {
                var base = present
                if isLed { base.tempo = parts.last { $0.fromBeat < part.fromBeat }?.tempo ?? ledTempo }
                before[id] = base
                guard let edit = edits[id] ?? nil else { continue }
                let isTempoSet = edit.keys.contains { $0.effect == .tempo }
                present = self.settings(after: edit, ofChange: id, from: isTempoSet ? base : present)
                isLed = isLed && !isTempoSet
            }
        }
        for change in pending where before[change.id] == nil { before[change.id] = present }
        return before
    }

    /// The changes that are taken back with changes of some ids.
    package func takenBack(with ids: Set<Int>) -> Set<Int> {
        Set(takenBack.filter { ids.contains($0.value) }.keys)
    }
}
