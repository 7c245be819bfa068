// SPDX-License-Identifier: GPL-2.0-or-later

import MetronomeLinux

/// Another participant of the session, which knows nothing of metronomed.
struct Peer {
    /// What it has at a time.
    struct Moment {
        let peers: Int
        let bpm: Double
        let phase: Double
        let isPlaying: Bool
        let playingNs: Int64
    }

    let program: Program

    func say(_ line: String) throws { _ = try program.ask(line) }

    func moment(atNs ns: Int64 = MonotonicClock.nowNs, quantum: Double = 4) throws -> Moment {
        let words = try program.ask("at \(ns) \(quantum)").split(separator: " ")
        guard words.count == 5, let peers = Int(words[0]), let bpm = Double(words[1]), let phase = Double(words[2]),
            let ns = Int64(words[4])
        else { throw HarnessError("\(words)") }
        return Moment(peers: peers, bpm: bpm, phase: phase, isPlaying: words[3] == "1", playingNs: ns)
    }

    /// How far the beat of the session that is nearest to a time is from it, in µs; above 0 where the time is late.
    func lateUs(_ ns: Int64) throws -> Double {
        let moment = try moment(atNs: ns, quantum: 1)
        let phase = moment.phase
        return (phase - phase.rounded()) * 60e6 / moment.bpm
    }
}
