// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import FoundationEssentials
internal import Glibc
internal import Linux
internal import Session

/// TOML files of one folder, each by its name without the ending: the presets, or the set lists.
///
/// All of it waits for the file system, so keep it off the event loop.
struct NamedFiles: Sendable {
    /// The largest file that is read, in bytes.
    static let limit = 64 << 10
    /// The most files that are listed.
    static let most = 1000

    /// The folder; nil where the user has no place for one. It need not be there.
    let folder: String?
    /// What one of the files is, for people.
    let noun: String
    /// How one is made, for people.
    let making: String
    private static let ending = ".toml"

    /// Where the file of a name is, or would be.
    func path(of name: PieceName) throws(ControlError) -> String {
        guard let folder else {
            throw ControlError(
                .unusableFile, "there is no place for a \(noun): neither XDG_DATA_HOME nor HOME is set for the daemon")
        }
        return "\(folder)/\(name.text)\(Self.ending)"
    }

    /// The names of all files, in their order; none where there is no folder.
    func names() throws(ControlError) -> [PieceName] {
        guard let folder, unsafe access(folder, F_OK) == 0 else { return [] }
        let files: [String]
        do { files = try FileManager.default.contentsOfDirectory(atPath: folder) } catch {
            throw ControlError(.unusableFile, "cannot read \(folder): it is no folder, or not yours to read")
        }
        let names = files.compactMap { file in
            file.hasSuffix(Self.ending) ? PieceName(String(file.dropLast(Self.ending.count))) : nil
        }
        return Array(names.sorted { $0.text < $1.text }.prefix(Self.most))
    }

    /// The text of a file.
    func read(_ name: PieceName) throws(ControlError) -> [UInt8] {
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
        let hint =
            Suggestion.word(for: name, among: known).map { "did you mean \($0)?" }
            ?? (known.isEmpty
                ? "there is none yet; \(making)"
                : "there are " + known.prefix(20).joined(separator: ", ") + (known.count > 20 ? " and others" : ""))
        return ControlError(
            .notFound, "there is no \(noun) \(PlainValue.string(name)): \(hint)", param: param,
            allowed: known.isEmpty ? nil : known)
    }

    /// Whether there is a file of that name.
    func contains(_ name: PieceName) -> Bool {
        guard let path = try? path(of: name) else { return false }
        return unsafe access(path, F_OK) == 0
    }

    /// Writes a file as a whole. Returns where it is.
    func write(_ text: String, to name: PieceName) throws(ControlError) -> String {
        let path = try path(of: name)
        do throws(SystemError) {
            try DurableFile(path: path).replace(with: Array(text.utf8))
        } catch { throw ControlError(.unusableFile, error.message, param: "name") }
        return path
    }

    /// Takes a file away. Returns where it was.
    func remove(_ name: PieceName) throws(ControlError) -> String {
        let path = try path(of: name)
        guard unsafe unlink(path) == 0 else {
            if errno == ENOENT { throw unknown(name.text) }
            throw ControlError(.unusableFile, SystemError(errno, "cannot remove \(path)").message, param: "name")
        }
        return path
    }
}
