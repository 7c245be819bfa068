// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import MetronomeControl
import MetronomeRhythm

/// What the daemon is told of a song that somebody names.
enum SongPath {
    /// Whether a word names a file of a song, and no preset: it has a slash, or the ending of a song.
    static func isFile(_ word: String) -> Bool { word.contains("/") || SongFormat(path: word) != nil }

    /// The absolute path of a file, whose ending may be left out; a name alone where no file here has it, for the daemon knows songs by
    /// their names.
    static func told(_ file: String) -> String {
        guard !file.hasPrefix("/") else { return file }
        let path = FileManager.default.currentDirectoryPath + "/" + file
        let paths = SongFormat(path: file) == nil ? SongFormat.endings.map { path + "." + $0.ending } : []
        let isThere = FileManager.default.fileExists(atPath:)
        return (paths + [path]).first(where: isThere) ?? (file.contains("/") ? path : file)
    }

    /// The path of a file for a program in this folder, whose ending may be left out; or of a song that is known by its
    /// name.
    static func found(_ file: String) -> String {
        let told = told(file)
        guard told.contains("/") else { return LibraryFiles.song(told) ?? file }
        return told.hasSuffix("/" + file) ? file : told
    }
}
