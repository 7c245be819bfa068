// SPDX-License-Identifier: Apache-2.0

/// What is made of the parts of a song, stretch by stretch: each part is worked out once, however often its section is played.
struct OncePerPart<Made> {
    private var section = -1
    /// What was made of the parts of that section, by their endings; −1 is the part that each pass begins with.
    private var made: [Int: Made] = [:]

    /// What is made of the part of a stretch, which is not of a section before the last one.
    mutating func value(
        of stretch: SongMap.Stretch, _ make: (SongMap.Stretch) throws(RhythmError) -> Made
    ) throws(RhythmError) -> Made {
        if stretch.section != section { (section, made) = (stretch.section, [:]) }
        let part = stretch.ending ?? -1
        if let known = made[part] { return known }
        let new = try make(stretch)
        made[part] = new
        return new
    }
}
