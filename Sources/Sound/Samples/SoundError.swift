// SPDX-License-Identifier: Apache-2.0

/// Why a sound could not be used. The description is one line for a person: what was wrong and what is allowed.
public enum SoundError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No sound of that name in any folder searched.
    case unknown(name: String, known: [String])
    /// The file is missing, a folder, or may not be read.
    case unreadable(path: String, reason: String)
    /// libsndfile does not take it for audio, or it breaks off.
    case undecodable(path: String, reason: String)
    /// It is audio, but outside the limits.
    case unsuitable(path: String, reason: String)
    /// The file to render to could not be written.
    case unwritable(path: String, reason: String)

    /// One line: what was wrong, and what is allowed where that helps.
    public var description: String {
        switch self {
        case .unknown("voice", _):
            "voice counts beats aloud: it is a sound of the beat, the bell, accents, ghosts and the count-in"
        case .unknown(let name, let known):
            // The spoken numbers would hide the others.
            "no sound is called '\(name)'; there are: "
                + (known.filter { !$0.hasPrefix("voice-") } + (known.contains("voice-1") ? ["voice"] : []))
                .joined(separator: ", ")
        case .unreadable(let path, let reason): "cannot read sound '\(path)': \(reason)"
        case .undecodable(let path, let reason):
            "cannot decode sound '\(path)': \(reason); WAV, AIFF, FLAC, Ogg and MP3 are understood"
        case .unsuitable(let path, let reason): "cannot use sound '\(path)': \(reason)"
        case .unwritable(let path, let reason): "cannot write '\(path)': \(reason)"
        }
    }
}
