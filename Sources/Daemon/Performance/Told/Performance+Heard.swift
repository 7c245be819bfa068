// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

extension Performance {
    /// What is heard now; while stopped, what a start plays first.
    mutating func heardState() -> HeardState {
        let run = heardRun
        let beat = run.map { max(0, $0.beat(at: now)) }
        let heard =
            if let beat, let musicInForce { musicInForce.heard(atBeat: beat) } else {
                PresentMusic(startOf: settings, song: song)
            }
        let rule = heard.rule
        return HeardState {
            $0.bpm = shownBpm(at: now)
            $0.meter = heard.meter
            $0.beats = rule.grid.beatsPerBar
            $0.accents = String(rule.accents.bar.map(\.sign))
            $0.bell = rule.accents.bellGroup.map { BellState(every: $0.every, on: $0.on) }
            $0.subdivision = heard.subdivision
            $0.swing = heard.swing.description
            $0.volume = heard.volume
            $0.lanes = heardLanes.states(of: heard.lanes)
            $0.section = run == nil ? nil : rule.section.map { SectionState($0) }
        }
    }

    /// Tells that something else is heard, keeps the run by it, and sets the timer for the next time.
    mutating func announceHeard() {
        awaitHeard()
        if runIsSaved { rememberRun() }
        guard !audience.clients(of: .state).isEmpty else { return }
        var heard = heardState()
        // A tempo that changes all the time is told by the timeline.
        heard.bpm = audience.heard.bpm
        if heard != audience.heard { sendState(changed: []) }
    }

    /// Sets the timer for when something else may be heard; without clients to be told and a run to be kept none is set.
    mutating func awaitHeard() {
        wakes[.heard] = nil
        guard runIsSaved || !audience.clients(of: .state).isEmpty, let run = heardRun,
            let beat = musicInForce?.nextInterval(afterBeat: max(0, run.beat(at: now)))
        else { return }
        wakes[.heard] = run.time(ofBeat: beat)
    }
}

/// The lanes that are heard as clients are told them: made once for all, until others are heard.
struct HeardLanes: Equatable {
    private var lanes: [PresentMusic.Lane] = []
    private var states: [HeardState.Lane] = []

    mutating func states(of lanes: [PresentMusic.Lane]) -> [HeardState.Lane] {
        if lanes != self.lanes { (self.lanes, states) = (lanes, lanes.map { HeardState.Lane($0) }) }
        return states
    }
}

extension HeardState.Lane {
    fileprivate init(_ lane: PresentMusic.Lane) {
        let (sounds, mix) = (lane.sounds, lane.mix)
        self.init {
            $0.name = lane.name
            $0.pattern = lane.written?.pattern?.description
            $0.from = lane.written?.anchor?.rawValue
            ($0.sound, $0.bellSound) = (sounds.beat, sounds.bell)
            ($0.accentSound, $0.ghostSound) = (sounds.accent ?? sounds.beat, sounds.ghost ?? sounds.beat)
            $0.gain = Double(mix.gain) * sounds.volume
            $0.bellGain = Double(mix.gain) * sounds.volume * sounds.bellVolume
            $0.pan = Double(mix.pan)
            $0.channel = mix.channel + 1
            $0.muted = mix.isMuted
        }
    }
}
