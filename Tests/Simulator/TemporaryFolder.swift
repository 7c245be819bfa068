// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import Glibc
internal import Synchronization

/// Folders in memory, where there is such a place, which go with the process at the latest.
enum TemporaryFolder {
    private static let made: Mutex<[String]> = {
        atexit { TemporaryFolder.removeAll() }
        return Mutex([])
    }()

    /// A new one.
    static func make() throws -> String {
        let base = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        var template = Array("\(base)/metronomed-simulator-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SimulatorError("cannot make a folder in \(base)") }
        let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        made.withLock { $0.append(folder) }
        return folder
    }

    /// Writes a file, and makes the folders that it is in.
    static func write(_ bytes: [UInt8], to path: String) throws {
        let url = URL(filePath: path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    /// Removes one with all that is in it.
    static func remove(_ folder: String) {
        made.withLock { $0.removeAll { $0 == folder } }
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static func removeAll() {
        for folder in made.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: folder) }
    }
}

/// Why there is no simulation.
struct SimulatorError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
