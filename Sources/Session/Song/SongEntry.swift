// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
public import MetronomeRhythm

/// With which of its beats a song begins, and when, to be in step with a place of it at a time.
public struct SongEntry: Sendable, Hashable {
    /// The beat of the song.
    public var beat: Int64
    /// When it is heard.
    public var time: ClockTime

    /// The first beat that is neither before the place nor before a time; nil where the song is over by then.
    ///
    /// - Parameter quarters: the place, from the beginning of the song; taken to a 9600th.
    public init?(_ song: LoadedSong, quarters: Double, atNs ns: Int64, notBefore earliest: ClockTime) {
        guard let quarters = Ratio(Int64(clamping: (min(max(0, quarters), 1e9) * 9600).rounded()), over: 9600),
            let place = song.course.place(ofQuarters: quarters)
        else { return nil }
        let origin = ClockTime(nanoseconds: ns)
        var at = place
        var seconds = 0.0
        beat = place.quotient(by: .one) + (place.denominator == 1 ? 0 : 1)
        while beat < song.course.length, let next = Ratio(beat) {
            seconds += song.course.seconds(from: at, to: next) / song.scale.value
            at = next
            time = origin.advanced(bySeconds: seconds)
            if time >= earliest { return }
            beat += 1
        }
        return nil
    }
}
