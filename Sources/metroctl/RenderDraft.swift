// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import MetronomeLinux

/// Files of sound while they are written: in a folder of their own beside their places, which they take once all of them
/// are whole.
struct RenderDraft {
    /// The file, or the one that the files of the lanes are named by, as it was named.
    private let file: String
    /// Nil where it is written in its place.
    private let folder: TemporaryFolder?

    /// A draft. Throws where no file can be made there.
    ///
    /// A file beside which no other can be made is written in its place, and so is what is no ordinary file, such as a
    /// pipe or a device.
    init(of file: String, isStems: Bool) throws(Failure) {
        self.file = file
        let place = isStems ? file : DurableFile(path: file).target
        let mode = isStems ? nil : Self.mode(of: place)
        if let mode, mode & S_IFMT != S_IFREG {
            folder = nil
            return
        }
        do throws(Errno) {
            folder = try TemporaryFolder(in: Self.folder(of: place))
        } catch {
            guard mode != nil, unsafe access(place, W_OK) == 0 else {
                throw Failure(Failure.refused, "cannot write '\(file)': \(error)")
            }
            folder = nil
        }
    }

    /// The path that is written to.
    var path: String { folder.map { $0.path + "/" + file.dropFirst(Self.folder(of: file).count) } ?? file }

    /// A text about what is written, with the names of the places.
    func told(_ text: String) -> String {
        folder.map { text.replacing($0.path + "/", with: Self.folder(of: file)) } ?? text
    }

    /// Puts all that was written in its place, with the permissions of what was there. Returns the files, sorted.
    func publish() throws(Failure) -> [String] {
        guard let folder else { return [file] }
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
        let files = names.map { Self.folder(of: file) + $0 }
        let places = files.map { DurableFile(path: $0).target }
        for (file, place) in zip(files, places) where Self.mode(of: place).map({ $0 & S_IFMT != S_IFREG }) ?? false {
            throw Failure(Failure.refused, "cannot write '\(file)': it is not an ordinary file")
        }
        for (name, place) in zip(names, places) {
            let draft = folder.path + "/" + name
            if let mode = Self.mode(of: place) { unsafe chmod(draft, mode & 0o7777) }
            guard unsafe rename(draft, place) == 0 else {
                throw Failure(Failure.refused, "cannot write '\(Self.folder(of: file) + name)': \(Errno.last)")
            }
        }
        return files
    }

    /// Removes what has not taken its place.
    func remove() { folder?.remove() }

    /// The folder of a path, with its slash; empty for the present one.
    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    /// What is at a path, and who may do what with it; nil for nothing.
    private static func mode(of path: String) -> mode_t? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status.st_mode : nil
    }
}
