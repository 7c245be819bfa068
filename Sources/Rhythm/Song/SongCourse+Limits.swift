// SPDX-License-Identifier: Apache-2.0

extension SongCourse {
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
