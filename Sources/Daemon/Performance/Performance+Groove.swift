// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Rhythm
internal import Session

extension Performance {
    /// Plays the lanes of a groove in its meter; nil: no lanes, in the meter from before the groove, where that is still the
    /// groove's.
    mutating func play(_ groove: Groove?, at cue: Cue, _ ask: Ask) throws(TurnEnd) {
        let isPlayed = Groove.all.contains { $0.isPlayed(in: settings) }
        var edit = Edit.groove(groove)
        if groove == nil, isPlayed, let meter = meterBeforeGroove, let key = Key.named("meter") {
            edit[key] = .meter(meter)
        }
        let former = settings.meter
        try apply(edit, at: cue, by: .request, for: ask)
        if groove == nil { meterBeforeGroove = nil } else if !isPlayed { meterBeforeGroove = former }
    }
}

extension Groove {
    /// Whether the lanes of some settings are its lanes, changed or not, in its meter.
    fileprivate func isPlayed(in settings: Settings) -> Bool {
        settings.meter.description == meter && settings.lanes.lanes.map(\.name) == lanes.map(\.name)
    }
}
