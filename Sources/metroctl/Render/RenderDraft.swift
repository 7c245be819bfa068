// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import MetronomeLinux

/// Files of sound while they are written: in a folder of their own, beside their places where that can be, which they take
/// once all of them are whole.
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
        if mode != nil { try Self.checkAccess(to: place, as: file) }
        do throws(Errno) {
            folder = try TemporaryFolder(in: Self.folder(of: place))
        } catch {
            // The files of the lanes may be there and be writable: which ones they are is known when they are written.
            let elsewhere =
                isStems && Self.noPlace.contains(error.code)
                ? try? TemporaryFolder(in: FileManager.default.temporaryDirectory.path) : nil
            guard mode != nil || elsewhere != nil else {
                throw Failure(Failure.refused, "cannot write '\(file)': \(error)")
            }
            folder = elsewhere
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
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() else {
            throw Failure(Failure.refused, "cannot read \(folder.path): \(Errno.last)")
        }
        let files = names.map { Self.folder(of: file) + $0 }
        let places = files.map { DurableFile(path: $0).target }
        for (file, place) in zip(files, places) {
            guard let mode = Self.mode(of: place) else {
                try Self.checkAccess(to: Self.folder(of: place).isEmpty ? "." : Self.folder(of: place), as: file)
                continue
            }
            guard mode & S_IFMT == S_IFREG else {
                throw Failure(Failure.refused, "cannot write '\(file)': it is not an ordinary file")
            }
            try Self.checkAccess(to: place, as: file)
        }
        for (name, place) in zip(names, places) {
            let draft = folder.path + "/" + name
            if let mode = Self.mode(of: place) { unsafe chmod(draft, mode & 0o7777) }
            do throws(Errno) { try Self.move(draft, to: place) } catch {
                throw Failure(Failure.refused, "cannot write '\(Self.folder(of: file) + name)': \(error)")
            }
        }
        return files
    }

    /// Why a file cannot take its place, though that can be written: another file system, a folder that is not ours, a mount.
    private static let noPlace: Set = [EXDEV, EACCES, EPERM, EROFS, EBUSY]

    private static func move(_ draft: String, to place: String) throws(Errno) {
        if unsafe rename(draft, place) == 0 { return }
        guard noPlace.contains(errno) else { throw Errno.last }
        let from = unsafe open(draft, O_RDONLY | O_CLOEXEC)
        guard from >= 0 else { throw Errno.last }
        defer { close(from) }
        let to = unsafe open(place, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard to >= 0 else { throw Errno.last }
        var count = 1
        while count > 0 || count < 0 && errno == EINTR { count = sendfile(to, from, nil, 1 << 30) }
        let end = count < 0 ? Errno.last : nil
        guard close(to) == 0, end == nil else { throw end ?? Errno.last }
    }

    /// Throws where a file may not be written, so that it is not replaced either, or a folder not be written in.
    private static func checkAccess(to place: String, as file: String) throws(Failure) {
        guard unsafe access(place, W_OK) == 0 else {
            throw Failure(Failure.refused, "cannot write '\(file)': \(Errno.last)")
        }
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
