// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import Glibc
internal import MetronomeControl
internal import MetronomeLinux
internal import MetronomeSession

/// TOML files of one folder, each by its name without the ending: the presets, or the set lists.
///
/// All of it waits for the file system, so keep it off the event loop.
struct NamedFiles: Sendable {
    /// The largest file that is read, and written, in bytes: a preset of all lanes that there may be is smaller, and a set list of
    /// the longest paths.
    static let limit = 8 << 20
    /// The most files that are listed, and made.
    static let most = 1000

    /// The folder; nil where the user has no place for one. It need not be there.
    let folder: String?
    /// What one of the files is, for people.
    let noun: String
    /// How a file is made, for people.
    let making: String
    private static let ending = ".toml"

    /// Where the file of a name is, or would be.
    func path(of name: LibraryName) throws(ControlError) -> String {
        guard let folder else {
            throw ControlError(
                .unusableFile, "there is no place for a \(noun): neither XDG_DATA_HOME nor HOME is set for the daemon")
        }
        let path = "\(folder)/\(name.text)\(Self.ending)"
        guard unsafe access(path, F_OK) != 0, !name.text.utf8.allSatisfy({ $0 < 0x80 }) else { return path }
        // A letter with an accent may be one sign in the name and two in that of the file: to a reader they are the same.
        let file = ((try? files()) ?? []).first { LibraryName($0) == name }
        return "\(folder)/\(file ?? name.text)\(Self.ending)"
    }

    /// The names of all files as they are, without the ending.
    private func files() throws -> [String] {
        guard let folder else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { file in
            file.hasSuffix(Self.ending) ? String(file.dropLast(Self.ending.count)) : nil
        }
    }

    /// The names of all files, in their order; none where there is no folder.
    func names() throws(ControlError) -> [LibraryName] {
        guard let folder, unsafe access(folder, F_OK) == 0 else { return [] }
        let names: Set<LibraryName>
        do { names = Set(try files().compactMap(LibraryName.init)) } catch {
            throw ControlError(.unusableFile, "cannot read \(folder): it is no folder, or not yours to read")
        }
        return Array(names.sorted { $0.text < $1.text }.prefix(Self.most))
    }

    /// The text of a file.
    func read(_ name: LibraryName) throws(ControlError) -> [UInt8] {
        let path = try path(of: name)
        do {
            return try FileContents.read(path, limit: Self.limit)
        } catch {
            guard error.code == ENOENT else { throw ControlError(.unusableFile, error.message, param: "name") }
            throw unknown(name.text)
        }
    }

    /// Why a name stands for no file.
    func unknown(_ name: String, param: String = "name") -> ControlError {
        let known = ((try? names()) ?? []).map(\.text)
        let list = known.prefix(20).joined(separator: ", ") + (known.count > 20 ? " and others" : "")
        let hint =
            if let word = Suggestion.word(for: name, among: known) {
                "did you mean \(word)?"
            } else if known.isEmpty {
                "none is saved yet; \(making)"
            } else {
                "there \(known.count == 1 ? "is" : "are") \(list)"
            }
        return ControlError(
            .notFound, "there is no \(noun) \(PlainValue.string(name)): \(hint)", param: param,
            allowed: known.isEmpty ? nil : known)
    }

    /// Whether there is a file of that name.
    func contains(_ name: LibraryName) -> Bool {
        guard let path = try? path(of: name) else { return false }
        return unsafe access(path, F_OK) == 0
    }

    /// Writes a file as a whole. Returns where it is.
    func write(_ text: String, to name: LibraryName) throws(ControlError) -> String {
        let path = try path(of: name)
        guard text.utf8.count <= Self.limit else {
            let reason = "the \(noun) would be larger than \(Self.limit >> 20) MiB, and could not be read"
            throw ControlError(.unusableFile, reason, param: "name")
        }
        // A page may make files, and not more than anybody would see.
        if !contains(name), try names().count >= Self.most {
            let reason = "there are \(Self.most) files already, which is the most: remove one that is not needed"
            throw ControlError(.unusableFile, "cannot make a \(noun): \(reason)", param: "name")
        }
        do throws(SystemError) {
            try DurableFile(path: path).replace(with: Array(text.utf8))
        } catch { throw ControlError(.unusableFile, error.message, param: "name") }
        return path
    }

    /// Takes a file away. Returns where it was.
    func remove(_ name: LibraryName) throws(ControlError) -> String {
        let path = try path(of: name)
        guard unsafe unlink(path) == 0 else {
            if errno == ENOENT { throw unknown(name.text) }
            throw ControlError(.unusableFile, SystemError(errno, "cannot remove \(path)").message, param: "name")
        }
        return path
    }
}
