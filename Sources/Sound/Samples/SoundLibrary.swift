// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MetronomeBounds
internal import MetronomeLinux
internal import Resources

/// The sounds that have names: files in the folders searched, and the pair that is part of the program.
///
/// A sound's name is its file's name without the ending. Of two of one name, the one in the earlier folder counts.
public struct SoundLibrary: Sendable {
    /// One sound that can be chosen.
    public struct Entry: Sendable, Hashable {
        /// The name by which it is chosen.
        public let name: String
        /// Where it is; `nil` for the built-in pair.
        public let path: String?
    }

    /// Searched in this order; the built-in pair comes last.
    public let directories: [String]
    /// Sounds of the built-in pair for which no folder is searched.
    private var unsearched: Set<String> = []

    /// A library of the sounds in some folders, which need not exist.
    public init(directories: [String]) {
        self.directories = directories
    }

    /// The folders of the program: `explicit`, the user's data folder, beside the executable's prefix, and the source
    /// tree the executable was built in.
    public static func standard(
        explicit: String?, environment: [String: String], executable: String
    ) -> SoundLibrary {
        var directories: [String] = []
        if let explicit { directories.append(explicit) }
        if let data = BaseFolders(environment: environment).data { directories.append(data + "/metronomed/sounds") }
        var parents = executable.split(separator: "/").dropLast()
        if !parents.isEmpty {
            directories.append("/" + (parents.dropLast() + ["share/metronomed/sounds"]).joined(separator: "/"))
        }
        while !parents.isEmpty {
            let folder = "/" + parents.joined(separator: "/")
            if unsafe access(folder + "/Package.swift", F_OK) == 0,
                unsafe access(folder + "/sounds/README.md", F_OK) == 0
            {
                directories.append(folder + "/sounds")
                break
            }
            parents = parents.dropLast()
        }
        return SoundLibrary(directories: directories)
    }

    /// The same, but for some sounds of the built-in pair, which are as they are built in, whatever files there are.
    public func withBuiltIn(_ names: [String]) -> SoundLibrary {
        var library = self
        library.unsearched.formUnion(names)
        return library
    }

    /// Every sound, by name; sorted.
    public var entries: [Entry] {
        var found: [String: Entry] = [:]
        for entry in Self.builtIn where unsearched.contains(entry.name) { found[entry.name] = entry }
        for entry in directories.flatMap(Self.files) + Self.builtIn where found[entry.name] == nil {
            found[entry.name] = entry
        }
        return found.values.sorted { $0.name < $1.name }
    }

    /// Decodes a sound by its name. Throws `SoundError`.
    public func load(named name: String) throws(SoundError) -> DecodedAudio {
        guard let entry = entries.first(where: { $0.name == name }) else {
            throw .unknown(name: name, known: entries.map(\.name))
        }
        if let path = entry.path { return try DecodedAudio(path: path) }
        let bytes = Resource.sounds.first { $0.name == name + ".flac" }?.bytes ?? []
        return try DecodedAudio(bytes: bytes, name: name)
    }

    /// Decodes the file at a path, if this has a slash, else the sound of that name. Throws `SoundError`.
    public func load(_ nameOrPath: String) throws(SoundError) -> DecodedAudio {
        Self.isPath(nameOrPath) ? try DecodedAudio(path: nameOrPath) : try load(named: nameOrPath)
    }

    /// Whether `load(_:)` takes this for a path.
    public static func isPath(_ nameOrPath: String) -> Bool { nameOrPath.contains("/") }

    private static let builtIn = [Entry(name: "beat", path: nil), Entry(name: "bell", path: nil)]

    private static func files(in directory: String) -> [Entry] {
        guard let stream = unsafe opendir(directory) else { return [] }
        defer { unsafe closedir(stream) }
        var entries: [Entry] = []
        while let item = unsafe readdir(stream) {
            let file = unsafe withUnsafePointer(to: &item.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(validatingCString: $0) }
            }
            // A name that is not UTF-8 could not be chosen.
            guard let file else { continue }
            if let name = FileEnding.soundName(ofFile: file) {
                entries.append(Entry(name: name, path: directory + "/" + file))
            }
        }
        return entries.sorted { $0.path ?? "" < $1.path ?? "" }
    }
}
