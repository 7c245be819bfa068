// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

/// The songs that are known by their names: the files of one folder, each with its ending, such as `evening.toml`.
///
/// A name is compared with those that are there, and never becomes a part of a path by itself. All of it waits for the file
/// system, so keep it off the event loop.
struct SongFolder: Sendable {
    /// The most songs that are known.
    static let most = 1000
    /// The longest name, in bytes: that of a file.
    static let longestName = 255

    /// The folder; nil where the user has no place for one. It need not be there.
    let folder: String?

    /// The names, in their order; none where there is no folder. What is no song by its ending is left out.
    func names() -> [String] {
        guard let folder, let files = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return [] }
        let songs = files.filter {
            SongFormat(path: $0) != nil && LibraryName.isName($0, longest: Self.longestName)
        }
        return Array(songs.sorted().prefix(Self.most))
    }

    /// The path of a song by its name, whose ending may be left out where no other song has the name; nil where there is none.
    func path(of name: String) -> String? {
        guard let folder else { return nil }
        let names = names()
        let alike = SongFormat.files(called: name, among: names)
        return (names.first { $0 == name } ?? (alike.count == 1 ? alike[0] : nil)).map { "\(folder)/\($0)" }
    }

    /// A song by its path, or by its name in this folder, as it is read.
    func found(_ source: SongSource) throws(ControlError) -> SongSource {
        guard !source.path.contains("/") else { return source }
        guard let path = path(of: source.path) else { throw unknown(source.path) }
        return SongSource(path: path, format: source.format)
    }

    /// Why a name that several songs have stands for none of them; nil where it does not.
    func shared(_ name: String, param: String) -> ControlError? {
        let alike = SongFormat.files(called: name, among: names())
        guard alike.count > 1 else { return nil }
        return ControlError(.unusableSong, SongFormat.sharedName(name, by: alike), param: param, allowed: alike)
    }

    /// Why a name stands for no song.
    func unknown(_ name: String, param: String = "path") -> ControlError {
        let known = names()
        if let shared = shared(name, param: param) { return shared }
        let hint =
            Suggestion.word(for: name, among: known).map { "did you mean \($0)?" }
            ?? (known.isEmpty
                ? "songs are known by name that lie in \(folder ?? "a folder of the user, who has none")"
                : "there are " + known.prefix(20).joined(separator: ", ") + (known.count > 20 ? " and others" : ""))
        return ControlError(
            .notFound, "there is no song \(PlainValue.string(name)): \(hint)", param: param,
            allowed: known.isEmpty ? nil : known)
    }
}
