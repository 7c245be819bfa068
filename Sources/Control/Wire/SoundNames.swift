// SPDX-License-Identifier: Apache-2.0

/// The names of the sounds in use.
public struct SoundNames: WireRecord {
    /// Of a beat.
    public var beat = ""
    /// Of the bell.
    public var bell = ""

    /// Of the parts of a beat, `auto` for that of the beat; nil from a daemon that has none of their own.
    public var subdivision: String?

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<SoundNames>(
        "sounds", "Two sounds, by their names.",
        [
            .member("beat", \.beat, "Of a beat."),
            .member("bell", \.bell, "Of the bell."),
            .leftOut("subdivision", \.subdivision, "Of the parts of a beat, `auto` for that of the beat."),
        ])
}
