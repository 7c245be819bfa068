// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import MetronomeRhythm
import Programs

/// What the daemon is told of a song that somebody names.
enum SongPath {
    /// Whether a word names a file of a song, and no preset: it has a slash, or the ending of a song.
    static func isFile(_ word: String) -> Bool { word.contains("/") || SongFormat(path: word) != nil }

    /// The absolute path of a file, whose ending may be left out; a name alone where no file here has it, for the daemon knows songs by
    /// their names. Throws where files of two endings have the name.
    static func told(_ file: String) throws(ProgramFailure) -> String {
        guard !file.hasPrefix("/") else { return file }
        let path = FileManager.default.currentDirectoryPath + "/" + file
        let paths = SongFormat(path: file) == nil ? SongFormat.endings.map { path + "." + $0.ending } : []
        let isThere = FileManager.default.fileExists(atPath:)
        let alike = paths.filter(isThere)
        guard alike.count < 2 else {
            let files = alike.map { file + $0.dropFirst(path.count) }
            throw ProgramFailure.failed(SongFormat.sharedName(file, by: files), reason: "unusable_song")
        }
        return alike.first ?? (isThere(path) || file.contains("/") ? path : file)
    }

    /// The path of a file for a program in this folder, whose ending may be left out; or of a song that is known by its
    /// name.
    static func found(_ file: String) throws(ProgramFailure) -> String {
        let told = try told(file)
        guard told.contains("/") else { return try LibraryFiles.song(told) ?? file }
        return told.hasSuffix("/" + file) ? file : told
    }
}
