// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm
internal import MetronomeSession

extension JACKTransportStart {
    /// The next beat of the music from a time on, as a place of the transport; nil where there is none within 1024 beats, and
    /// without a score.
    init?(_ timeline: HeardTimeline, from nowNs: Int64, _ score: JACKScore?, _ clock: JACKClock, offsetNs: Int64) {
        guard let score, var beat = timeline.beat(after: ClockTime(nanoseconds: nowNs)) else { return nil }
        // What is counted in is not played along with.
        for _ in 0..<1024 {
            if beat.bar >= 1, let quarters = timeline.quarters(of: BeatPosition(whole: beat.index)) {
                self.init(
                    place: score.frame(ofQuarters: quarters),
                    frame: clock.frame(heardAtNs: beat.time.nanoseconds - offsetNs))
                return
            }
            guard let next = timeline.beat(beat.index + 1) else { return nil }
            beat = next
        }
        return nil
    }
}

extension HeardTimeline {
    /// Quarter notes from the beginning of the music, or of the song, to what is heard at a time; nil after the end, and in the count-in
    /// of a song.
    func quarters(atNs time: Int64) -> Double? {
        let place = position(at: ClockTime(nanoseconds: time))
        return place.whole < endBeat ?? .max ? quarters(of: place) : nil
    }

    /// Whether a place, in quarter notes from the beginning of the song, lies behind its end.
    func isOver(atQuarters place: Double) -> Bool {
        guard let end = endBeat, end > 0, let last = quarters(of: BeatPosition(whole: end - 1)) else { return false }
        return place >= last + rule(ofBeat: end - 1).beatLength.value
    }

    /// Quarter notes from the beginning of the music, or of the song, to a place; nil in the count-in of a song.
    fileprivate func quarters(of place: BeatPosition) -> Double? {
        let rule = rule(ofBeat: place.whole)
        if rule.songBegin != nil { return rule.songQuarters(ofBeats: place.beats) }
        guard rule.section == nil else { return nil }
        return (place.beats - Double(rule.grid.beat(ofBar: 1, 1))) * rule.beatLength.value
    }
}
