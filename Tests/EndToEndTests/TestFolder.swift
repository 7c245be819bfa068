// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// A private folder with a short path, for sockets have little room, that goes when the test is over.
final class TestFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/mtr-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw HarnessError("mkdtemp: errno \(errno)") }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of something in it.
    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file, and its folders, and answers its path.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String { try write(Array(text.utf8), to: name) }

    /// Writes a file, and its folders, and answers its path.
    @discardableResult
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        let file = URL(filePath: self(name))
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
        return file.path
    }

    /// The bytes of a file, of which no more than `limit` are read.
    func bytes(_ name: String, limit: Int = 64 << 20) throws -> [UInt8] {
        let file = try FileHandle(forReadingFrom: URL(filePath: self(name)))
        defer { try? file.close() }
        return Array(try file.read(upToCount: limit) ?? Data())
    }

    /// Whether something is there.
    func has(_ name: String) -> Bool {
        var status = stat()
        return lstat(self(name), &status) == 0
    }

    /// What is in it, and in the folders in it; for a look at what a program has left behind.
    var names: [String] { (try? FileManager.default.subpathsOfDirectory(atPath: path).sorted()) ?? [] }
}

/// What went wrong with a test before it could find out anything.
struct HarnessError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Asks until there is an answer, for at most that long.
@discardableResult
func poll<Value>(for what: String, within limit: Duration = .seconds(10), _ ask: () throws -> Value?) throws -> Value {
    let end = ContinuousClock.now + limit
    while true {
        if let value = try ask() { return value }
        guard ContinuousClock.now < end else { throw HarnessError("no \(what) within \(limit)") }
        wait(milliseconds: 5)
    }
}

/// Lets time go by.
func wait(milliseconds: UInt32) {
    usleep(milliseconds * 1000)
}
