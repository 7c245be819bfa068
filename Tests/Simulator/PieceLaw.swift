// SPDX-License-Identifier: Apache-2.0

#if DEBUG || Fuzzing
internal import Control
internal import Session

/// A preset is loaded as it was saved, and a set list goes to the entry that is asked for.
struct PieceLaw {
    /// What was in force when a preset was saved, by its name.
    private var saved: [String: JSONValue] = [:]

    /// The members of the status that a preset keeps.
    private static let kept = [
        "bpm", "meter", "beat", "accents", "subdivision", "swing", "bell", "lanes", "sounds", "bell_volume",
        "subdivision_volume", "count_in", "count_in_sound", "speed_trainer", "gap_trainer", "random_mute", "timer",
    ]

    mutating func ask(_ call: Call?) {
        switch call {
        case .preset(.save(let name)), .preset(.remove(let name)): saved[name.text] = nil
        default: break
        }
    }

    mutating func forget() { saved = [:] }

    mutating func answer(_ answered: Answered) throws(BrokenLaw) {
        switch answered.call {
        case .preset(.save(let name)):
            let (before, after) = (answered.before, answered.state)
            let isStill = Self.kept.allSatisfy { before[$0] == after[$0] }
            guard answered.isAlone, isStill, before["song"] == .null, after["song"] == .null, after["sync"] == .null
            else { return }
            saved[name.text] = after
        case .preset(.load(let name, _)): try lookAtPreset(name.text, answered)
        case .setList(let call): try lookAtPlace(call, answered)
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

    private func lookAtPlace(_ call: SetListCall, _ answered: Answered) throws(BrokenLaw) {
        guard let list = answered.result["setlist"], let place = list["place"]?.integer else { return }
        let line = answered.line
        switch call {
        case .load: try law(place == 1, "\(line) plays the first entry, not \(place)")
        case .go(let entry, _):
            let isThere = Int(entry).map { $0 == place } ?? (list["entry"]?["name"]?.string == entry)
            try law(isThere, "\(line) plays that entry, not \(place)")
        case .step(let step, _):
            let (before, state) = (answered.before, answered.state)
            let isStill = before["playing"] == state["playing"] && before["run"] == state["run"]
            let waiting = before["pending"]?.array?.compactMap { $0["changes"]?["setlist"] }.last
            guard answered.isAlone, isStill, let former = waiting ?? before["setlist"],
                former["name"] == list["name"], let from = former["place"]?.integer
            else { return }
            try law(place == from + step, "\(line) goes \(step) from \(from), not to \(place)")
        default: break
        }
    }
}
#endif
