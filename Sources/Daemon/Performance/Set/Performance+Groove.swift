// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

extension Performance {
    /// Does what a request asks of the grooves.
    mutating func perform(_ call: GrooveCall, _ ask: Ask) throws(TurnEnd) {
        switch call {
        case .play(let groove, let tempo, let cue): try play(groove, tempo, at: cue, ask)
        case .playSaved(let name, let tempo, let cue):
            guard let groove = ask.loaded.groove else { throw .needs(.groove(name)) }
            try play(groove, tempo, at: cue, ask)
        case .save(let name):
            if song != nil {
                throw .refused(ControlError(.songPlays, "the lanes are those of the song: metroctl song unload first"))
            }
            guard !settings.lanes.lanes.isEmpty else {
                throw .refused(
                    ControlError(.notFound, "there are no lanes to keep: metroctl lane kick x...x... makes one"))
            }
            throw .needs(.save(PresetFile(Edit(grooveOf: settings)), name, among: .grooves))
        case .list: throw .needs(.grooves)
        case .remove(let name): throw .needs(.remove(name, from: .grooves))
        }
    }

    /// Plays the lanes of a groove in its meter; nil: no lanes, in the meter from before the groove, where that is still the
    /// groove's.
    private mutating func play(
        _ groove: Groove?, _ tempo: TempoChange?, at cue: Cue, _ ask: Ask
    ) throws(TurnEnd) {
        if try songPlays(at: cue) { throw .refused(Self.songIsInTheWay(of: "groove \(groove?.name ?? "off")")) }
        // What waits holds by then.
        let before = pending.settings(after: settings)
        // Of the grooves by name another one than the last may be back by undo. Only its own steps tell that it is.
        let played = grooves.last { $0.groove.isPlayed(in: before) }
        let isPlayed =
            played != nil || Groove.all.contains { $0.isPlayed(in: before) && $0.lanes == before.lanes.ofPlayer }
        let former = played ?? (isPlayed ? grooves.last : nil)
        var edit = Edit.groove(groove, tempo: tempo)
        if groove == nil, let former, let meter = Key.named("meter"), let beat = Key.named("beat") {
            (edit[meter], edit[beat]) = (.meter(former.meter), .note(former.beat))
        }
        try apply(edit, at: cue, by: .request(), for: ask)
        // One that is taken back before it holds is not played, and the one that it would end still is.
        guard let groove else { return }
        if grooves.count == PlayedGroove.most { grooves.removeFirst() }
        grooves.append(
            PlayedGroove(
                groove: groove, meter: former?.meter ?? before.meter, beat: former.map(\.beat) ?? before.beatNote))
    }
}

/// A groove that was asked for, and the meter from before it.
struct PlayedGroove: Equatable {
    /// How many are remembered.
    static let most = 16

    let groove: Groove
    let meter: Meter
    /// The beat of that meter; nil where it is not set.
    let beat: Ratio?
}

extension Groove {
    /// Whether the lanes of some settings are its lanes, changed or not, in its meter.
    fileprivate func isPlayed(in settings: Settings) -> Bool {
        settings.meter.description == meter && settings.lanes.ofPlayer.map(\.name) == lanes.map(\.name)
    }
}
