// SPDX-License-Identifier: Apache-2.0

/// What the names of files end in, in small letters and without the dot.
package enum FileEnding {
    /// The endings of sound files that are played.
    package static let playedSounds = ["wav", "aiff", "aif", "flac", "ogg", "oga", "mp3"]
    /// The endings of sound files that are written.
    package static let writtenSounds = ["wav", "flac", "aiff", "aif", "ogg", "oga"]
    /// The usual ones of them, for people.
    package static let toldSounds = ".wav, .flac, .aiff or .ogg"

    /// The ending of a path; empty for none, as of a hidden file.
    package static func of(_ path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }

    /// The name of the sound in a file of that name; nil where the file is hidden or is none of sound.
    package static func soundName(ofFile name: String) -> String? {
        let ending = of(name)
        return name.hasPrefix(".") || !playedSounds.contains(ending) ? nil : String(name.dropLast(ending.count + 1))
    }
}
