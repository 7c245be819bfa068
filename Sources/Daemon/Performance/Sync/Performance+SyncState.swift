// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

/// What is told of the clock that is followed.
extension Performance {
    /// The clock that is followed, as clients are told it.
    var syncState: SyncState? {
        var state: SyncState
        if let source = leader.source {
            let line = source.estimate.line
            state = SyncState {
                $0.source = source.name
                $0.bpm = (line.bpm * 1000).rounded() / 1000
                $0.quantum = line.quantum > 1 ? line.quantum : nil
                $0.stale = source.isStale(at: now)
                $0.notFollowed = notFollowed
                $0.proposal = leader.proposed?.tempo.beatsPerMinute
                $0.loaded = leader.proposed.map { $0.ask == nil } == true ? true : nil
                $0.peers = source.owner.flatMap { audience.bridges[$0]?.peers }
            }
        } else if settings.clock == .system {
            state = SyncState { $0.source = "system" }
        } else {
            return nil
        }
        guard let run = heardRun, let follower = leader.follower else { return state }
        let beat = max(0, run.beat(at: now))
        func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
        if isKnown {
            state.errorUs = rounded(follower.error(ofBeat: beat, in: run) * 1e6)
            state.slewPpm = rounded(follower.slew(ofBeat: beat, in: run) * 1e6)
        }
        state.p99Us = follower.tally.p99.map { rounded($0 * 1e6) }
        return state
    }

    /// Tells subscribers what has changed of the clock that is followed, but for the figures.
    mutating func tellSync() {
        let state = syncState?.lasting
        guard state != audience.sync else { return }
        if let state, state.stale, audience.sync?.stale == false, leader.source?.owner != nil {
            log(.warning, "nothing has come from \(state.source) for 2 s: the beats go on at the last tempo")
        }
        audience.sync = state
        sendState(changed: ["sync"])
    }
}
