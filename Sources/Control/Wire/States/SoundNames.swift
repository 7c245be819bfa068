// SPDX-License-Identifier: Apache-2.0

/// The names of the sounds in use.
public struct SoundNames: WireRecord {
    /// Of a beat.
    public var beat = ""
    /// Of the bell.
    public var bell = ""
    /// Of an accent, `auto` for that of the beat.
    public var accent = ""
    /// Of a ghost, `auto` for that of the beat.
    public var ghost = ""
    /// Of the parts of a beat, `auto` for that of the beat.
    public var subdivision = ""

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<SoundNames>(
        "sounds", "The sounds in use, by their names.",
        [
            .member("beat", \.beat, "Of a beat."),
            .member("bell", \.bell, "Of the bell."),
            .member("accent", \.accent, "Of an accent, `A`; `auto` for that of the beat."),
            .member("ghost", \.ghost, "Of a ghost, `o`; `auto` for that of the beat."),
            .member("subdivision", \.subdivision, "Of the parts of a beat, `auto` for that of the beat."),
        ])
}
