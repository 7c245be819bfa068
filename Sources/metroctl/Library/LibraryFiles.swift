// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FoundationEssentials
import MetronomeLinux
import MetronomeRhythm
import MetronomeSession
import Programs

/// The presets, set lists and songs that there are, without asking the daemon.
enum LibraryFiles {
    /// The names in one of the two folders of presets and set lists, in their order: for completions.
    static func names(in folder: String) -> [String] {
        files(in: folder).names.compactMap { $0.hasSuffix(".toml") ? LibraryName(String($0.dropLast(5)))?.text : nil }
            .sorted()
    }

    /// The path of a song by its name, whose ending may be left out where no other song has the name; nil where
    /// there is none. Throws where several have it.
    static func song(_ name: String) throws(ProgramFailure) -> String? {
        let (folder, files) = files(in: "songs")
        let songs = files.filter { SongFormat(path: $0) != nil }
        let alike = SongFormat.files(called: name, among: songs)
        guard let song = songs.first(where: { $0 == name }) ?? alike.first else { return nil }
        guard song == name || alike.count == 1 else {
            throw ProgramFailure.failed(SongFormat.sharedName(name, by: alike.sorted()), reason: "unusable_song")
        }
        return "\(folder)/\(song)"
    }

    /// A folder of the user, and what lies in it.
    private static func files(in folder: String) -> (folder: String, names: [String]) {
        guard let data = BaseFolders(environment: ProcessInfo.processInfo.environment).data else { return ("", []) }
        let path = "\(data)/metronomed/\(folder)"
        return (path, (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
    }
}

extension CompletionKind {
    /// The names of presets.
    static let presets = CompletionKind.shellCommand("metroctl preset list --known")
    /// The names of set lists.
    static let setLists = CompletionKind.shellCommand("metroctl setlist list --known")
}
