// SPDX-License-Identifier: Apache-2.0

#if DEBUG || Fuzzing
internal import Control

/// All that is changed by the taps of a series is one step back.
struct TapLaw {
    /// What could be undone before the series, and its taps; nil where something else was changed since.
    private var series: (undo: Int, taps: Int)?

    mutating func answer(_ answered: Answered) throws(BrokenLaw) {
        let (before, state) = (answered.before, answered.state)
        switch answered.call {
        case .status, .ping, .version, .timing, .describe, .properties, .offsetGet: return
        case .tap: break
        default:
            series = nil
            return
        }
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
}
#endif
