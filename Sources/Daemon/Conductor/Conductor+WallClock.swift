// SPDX-License-Identifier: Apache-2.0

internal import Bounds
internal import Control
internal import Glibc
internal import Linux
internal import Rhythm
internal import Session

/// Lanes that chime with the minutes and hours of the wall clock.
extension Conductor {
    /// So long before a chime it is aimed at by the clocks as they are then known, in seconds.
    private static let aimAhead = 2.0

    /// Aims them, in music that is about to be sent.
    func aimWallClock(in music: inout PlannedMusic) {
        guard !music.wallClockSeconds.isEmpty, let run = heardRun else { return }
        let frame = heard.writtenFrame
        let position = run.record.timeline.position(atFrame: frame)
        let tempo = music.parts[0].tempo
        music.aimWallClock { seconds in
            guard let chime = Self.chime(every: seconds, after: heard.time(ofFrame: Double(frame))) else { return nil }
            let beats = (heard.frame(at: chime) - Double(frame)) / run.record.rate * tempo.beatsPerMinute / 60
            return Ratio(Int64(clamping: ((position.beats + beats) * 1e6).rounded()), over: 1_000_000)
        }
    }

    /// Sends a plan that is aimed anew where a chime is near, and sets the timer for the next one.
    func followWallClock() {
        wakes[.wallClock] = nil
        guard record != nil, let music = musicInForce else { return }
        let periods = music.wallClockSeconds
        guard !periods.isEmpty else { return }
        if music.awaitsWallClock, sent.isEmpty { ask(Transport.Event.edit) { _ in } }
        let soon = heard.time(ofFrame: Double(heard.writtenFrame)).advanced(bySeconds: Self.aimAhead + 0.1)
        guard let next = periods.compactMap({ Self.chime(every: $0, after: soon) }).min() else { return }
        wakes[.wallClock] = next.advanced(bySeconds: -Self.aimAhead)
    }

    /// Sends a plan that is aimed at the chime which is near.
    func chime() {
        ask(Transport.Event.edit) { _ in }
        followWallClock()
    }

    /// When the first minute or hour after a time begins.
    private static func chime(every seconds: Int64, after time: ClockTime) -> ClockTime? {
        var wall = timespec()
        guard unsafe clock_gettime(CLOCK_REALTIME, &wall) == 0 else { return nil }
        let offset = Int64(wall.tv_sec) * 1_000_000_000 + Int64(wall.tv_nsec) - ClockTime.now.nanoseconds
        let schedule: PeriodicSchedule<ClockTime> =
            seconds < 3600
            ? .everyMinute(realtimeOffsetNs: offset)
            : .everyHour(realtimeOffsetNs: offset, secondsFromUTC: LocalTime.now.offsetS)
        return schedule.next(after: time)?.instant
    }
}
