// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeRhythm
internal import MetronomeSession

/// Lanes that chime with the minutes and hours of the wall clock.
extension Performance {
    /// How long before a chime its lane is aimed at it, by the clocks as they are then known, in seconds.
    private static let aimAhead = 2.0

    /// Aims them, in music that is about to be sent.
    func aimWallClock(in music: inout PlannedMusic) {
        guard !music.wallClockSeconds.isEmpty, let run = heardRun else { return }
        let frame = heard.writtenFrame
        let position = run.record.timeline.position(atFrame: frame)
        let tempo = music.parts[0].tempo
        music.aimWallClock { seconds in
            guard let chime = chime(every: seconds, after: heard.time(ofFrame: Double(frame))) else { return nil }
            let beats = (heard.frame(at: chime) - Double(frame)) / run.record.rate * tempo.beatsPerMinute / 60
            return Ratio(Int64(clamping: ((position.beats + beats) * 1e6).rounded()), over: 1_000_000)
        }
    }

    /// Sends a plan that is aimed anew where a chime is near, and sets the timer for the next one.
    mutating func followWallClock() {
        wakes[.wallClock] = nil
        guard record != nil, let music = musicInForce else { return }
        let periods = music.wallClockSeconds
        guard !periods.isEmpty else { return }
        if music.awaitsWallClock, sent.isEmpty { plan() }
        let soon = heard.time(ofFrame: Double(heard.writtenFrame)).advanced(bySeconds: Self.aimAhead + 0.1)
        guard let next = periods.compactMap({ chime(every: $0, after: soon) }).min() else { return }
        wakes[.wallClock] = next.advanced(bySeconds: -Self.aimAhead)
    }

    /// Sends a plan that is aimed at the chime which is near.
    mutating func chime() {
        plan()
        followWallClock()
    }

    /// When the first minute or hour after a time begins.
    private func chime(every seconds: Int64, after time: ClockTime) -> ClockTime? {
        let schedule: PeriodicSchedule<ClockTime> =
            seconds < 3600
            ? .everyMinute(realtimeOffsetNs: moment.realtimeOffsetNs)
            : .everyHour(realtimeOffsetNs: moment.realtimeOffsetNs, secondsFromUTC: moment.secondsFromUTC)
        return schedule.next(after: time)?.instant
    }
}
