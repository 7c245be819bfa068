// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// The kinds of files that a song is read from.
package enum SongFormat: String, CaseIterable, Sendable {
    /// The project's own: see `Docs/Songs.md`.
    case toml
    /// A tempo map of klick.
    case klick
    /// A program of ctronome.
    case ctronome
    /// The tempo, meter and marker events of a Standard MIDI File.
    case smf

    /// The endings of names that say what a file is.
    package static let endings: [(ending: String, format: SongFormat)] = [
        ("toml", .toml), ("klick", .klick), ("map", .klick), ("ctronome", .ctronome), ("mid", .smf), ("midi", .smf),
        ("smf", .smf),
    ]

    /// What it is called.
    package var summary: String {
        switch self {
        case .toml: "TOML"
        case .klick: "a tempo map of klick"
        case .ctronome: "a program of ctronome"
        case .smf: "a Standard MIDI File"
        }
    }

    /// All formats with the endings of their names: `TOML (.toml), a tempo map of klick (.klick, .map), …`.
    package static var summaries: String {
        allCases.map { format in
            let endings = endings.filter { $0.format == format }.map { ".\($0.ending)" }
            return "\(format.summary) (\(endings.joined(separator: ", ")))"
        }.joined(separator: ", ")
    }

    /// The words that name them.
    package static var names: [String] { allCases.map(\.rawValue) }

    /// What the ending of a name says; nil where it says nothing.
    package init?(path: String) {
        let ending = FileEnding.of(path)
        guard let known = Self.endings.first(where: { $0.ending == ending }) else { return nil }
        self = known.format
    }

    /// The files of songs whose names without their endings are a name.
    package static func files(called name: String, among files: [String]) -> [String] {
        files.filter { file in file.lastIndex(of: ".").map { file[..<$0] == name } ?? false }
    }

    /// Why a name without an ending stands for no song: the files of several songs have it.
    package static func sharedName(_ name: String, by files: [String]) -> String {
        "\(files.count) songs are called \(name): write \(files.joined(separator: " or "))"
    }

    /// Why a file of that name cannot be read without saying what it is.
    package static func unknownName(_ path: String) -> String {
        "what kind of song \(path) is cannot be seen from its name: it ends in "
            + endings.map { ".\($0.ending)" }.joined(separator: ", ") + ", or --format says "
            + names.joined(separator: ", ")
    }
}
