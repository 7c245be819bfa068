// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

extension SongCourse {
    /// How often the tempo may change within a felt beat: what is planned of a song is whole beats.
    public static let mostChangesInBeat = 256

    /// Throws where the tempo changes too often within a beat of a part, from whose beginning on its passages are counted in beats.
    static func checkChanges(
        in passages: some Sequence<Passage>, firstBar: Int, _ beatsPerBar: Int
    ) throws(RhythmError) {
        var (place, beat, changes) = (Ratio.zero, 0 as Int64, 0)
        for passage in passages {
            let present = place.quotient(by: .one)
            (beat, changes) = (present, present == beat ? changes + 1 : 1)
            guard changes <= mostChangesInBeat else {
                let bar = firstBar + Int(beat.quotient(by: Int64(beatsPerBar)))
                throw .outOfRange(
                    "the tempo changes too often within a beat of bar \(bar): write at most \(mostChangesInBeat) changes for each beat",
                    0...mostChangesInBeat)
            }
            place = passage.length.flatMap(place.adding) ?? place
        }
    }

    /// Throws where the song cannot be played `scale` times as fast as it is written. Each part is checked once, however often it
    /// is played.
    public func checkLimits(scale: Ratio) throws(RhythmError) {
        for var passage in passages {
            guard let beat = passage.beat.multiplied(by: scale) else {
                throw .invalid("a song of such beats cannot be played \(scale) times as fast")
            }
            passage.beat = beat
            try passage.checkLimits()
        }
    }
}
