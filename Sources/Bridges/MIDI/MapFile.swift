// SPDX-License-Identifier: Apache-2.0

internal import CMetronomeLinux
internal import Glibc
package import MetronomeLinux

/// The file of what pedals and keys do, and when it is saved.
package final class MapFile {
    private static let limit = 1 << 20

    /// Its path.
    package let path: String
    /// Becomes readable when a file of its folder was saved; -1 where the folder cannot be watched.
    let descriptor: CInt
    private var text: [UInt8]?

    /// - Throws: what is wrong with a file that must be there.
    package init(_ path: String, mustExist: Bool) throws(SystemError) {
        self.path = path
        let watch = linux_watch_begin()
        // Where the path is a symbolic link, the file lies elsewhere.
        for file in Set([path, DurableFile(path: path).target]) where watch >= 0 {
            let folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
            _ = unsafe linux_watch_saves(watch, folder.isEmpty ? "/" : folder, false)
        }
        descriptor = watch
        if mustExist { _ = try FileContents.read(path, limit: Self.limit) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The file as it is; nil where it is as it was.
    func read() throws(SystemError) -> MIDIMap? {
        if descriptor >= 0 {
            var events = [UInt8](repeating: 0, count: 4096)
            while unsafe Glibc.read(descriptor, &events, events.count) > 0 {}
        }
        var present: [UInt8] = []
        do { present = try FileContents.read(path, limit: Self.limit) } catch {
            guard error.code == ENOENT else { throw error }
        }
        guard present != text else { return nil }
        text = present
        return MIDIMap(present, path: path)
    }
}
