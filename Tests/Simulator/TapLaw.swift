// SPDX-License-Identifier: Apache-2.0

#if DEBUG || Fuzzing
internal import MetronomeControl

/// All that is changed by the taps of a series is one step back.
struct TapLaw {
    /// What could be undone before the series, and its taps; nil where something else was changed since.
    private var series: (undo: Int, taps: Int)?
    /// The tap that waits for its place, by its id, and which of the series it was; nil where another series has begun since.
    private var waiting: (id: Int, taps: Int)?
    /// Whether the last change was taken back since the last tap.
    private var isBack = false

    mutating func answer(_ answered: Answered) throws(BrokenLaw) {
        let (before, state) = (answered.before, answered.state)
        switch answered.call {
        case .status, .ping, .version, .timing, .describe, .properties, .offsetGet: return
        case .tap: break
        case .restore:
            (series, isBack) = (nil, answered.isAlone)
            return
        default:
            (series, isBack) = (nil, false)
            return
        }
        try lookAtSeries(answered)
        guard answered.isAlone, answered.result["pending"] == nil, before["pending"] == .array([]),
            state["pending"] == .array([]), let taps = answered.result["tap"]?["taps"]?.integer,
            let undo = before["history"]?["undo"]?.integer, let present = state["history"]?["undo"]?.integer
        else {
            series = nil
            return
        }
        guard taps > 1, let known = series, known.taps == taps - 1 else {
            series = taps == 1 ? (undo, 1) : nil
            return
        }
        series = (known.undo, taps)
        try law(
            present <= known.undo + 1,
            "the taps of a series are undone together: \(known.undo) steps before it, and \(present) after \(taps) taps"
        )
    }

    /// A series ends where a change is taken back, and of those of its taps that wait only the last one does.
    private mutating func lookAtSeries(_ answered: Answered) throws(BrokenLaw) {
        defer { isBack = false }
        guard let taps = answered.result["tap"]?["taps"]?.integer else { return waiting = nil }
        try law(
            !isBack || !answered.isAlone || taps == 1,
            "a tap after an undo begins a new series: that is tap \(taps) of one")
        guard answered.isAlone, let id = answered.result["pending"]?.integer else { return waiting = nil }
        if let waiting, taps == waiting.taps + 1, answered.state["run"] == answered.before["run"] {
            let others = answered.state["pending"]?.array?.compactMap { $0["pending"]?.integer } ?? []
            try law(
                !others.contains(waiting.id),
                "of the taps of a series the last one waits: \(waiting.id) does beside \(id), its tap \(taps)")
        }
        waiting = (id, taps)
    }
}
#endif
