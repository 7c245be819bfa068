// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc

/// A private folder that goes when the test is over.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/metronomed-sound-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw CocoaError(.fileWriteUnknown) }
        path = String(cString: made)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a name in the folder.
    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Makes a folder in it and answers its path.
    func folder(_ name: String) throws -> String {
        try FileManager.default.createDirectory(atPath: file(name), withIntermediateDirectories: true)
        return file(name)
    }

    /// Writes a file and answers its path.
    @discardableResult
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        try Data(bytes).write(to: URL(filePath: file(name)))
        return file(name)
    }

    /// The bytes of a file.
    func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: file(name))))
    }

    /// Writes a copy of a file that breaks off after a part of it, and answers its path.
    func cutShort(_ name: String, to part: Double) throws -> String {
        let whole = try bytes(name)
        return try write(Array(whole.prefix(Int(Double(whole.count) * part))), to: "cut-\(name)")
    }
}
