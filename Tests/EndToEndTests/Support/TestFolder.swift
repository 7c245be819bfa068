// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// A private folder that is removed with this value. Its path is short, because a socket's path is limited.
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

    /// Writes a file, and its folders, and returns its path.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String { try write(Array(text.utf8), to: name) }

    /// Writes a file, and its folders, and returns its path.
    @discardableResult
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        let file = URL(filePath: self(name))
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
        return file.path
    }

    /// Copies a program into it, and returns its path. Another program does that: what this process has open for writing, its children
    /// have too until they are executed, and nobody can execute it meanwhile.
    func copy(_ program: String) throws -> String {
        let path = self(URL(filePath: program).lastPathComponent)
        let child = try ChildProcess("/bin/cp", [program, path], environment: [:], in: self)
        guard try child.end() == .exit(0) else { throw HarnessError("cannot copy \(program): \(child.stderr)") }
        return path
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

    /// The paths of everything in it, sorted.
    var names: [String] { (try? FileManager.default.subpathsOfDirectory(atPath: path).sorted()) ?? [] }
}

/// A failure of the test itself, not of what it tests.
struct HarnessError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Calls `ask` every 20 ms until it returns a value; throws after `limit`.
@discardableResult
func poll<Value>(
    for what: @autoclosure () -> String, within limit: Duration = patience, _ ask: () throws -> Value?
) throws -> Value {
    let end = ContinuousClock.now + limit
    while true {
        if let value = try ask() { return value }
        guard ContinuousClock.now < end else { throw HarnessError("no \(what()) within \(limit)") }
        wait(milliseconds: 20)
    }
}

/// A trial that a busy machine may have spoilt.
struct SpoiltTrial: Error, CustomStringConvertible {
    let description: String
}

/// Makes a trial until one is not spoilt, `count` times at most: a busy machine spoils some trials, a broken program all.
func trials(_ count: Int = 5, _ body: (_ number: Int) throws -> Void) throws {
    for number in 1..<count {
        do { return try body(number) } catch let error as SpoiltTrial { print("trial \(number) is spoilt: \(error)") }
    }
    try body(count)
}

/// Spoils a trial where something does not hold.
func ensure(_ holds: Bool, _ what: @autoclosure () -> String) throws {
    guard holds else { throw SpoiltTrial(description: what()) }
}

/// Spoils a trial where what is waited for does not come in time.
@discardableResult
func inTime<Value>(_ wait: () throws -> Value) throws -> Value {
    do { return try wait() } catch let error as HarnessError { throw SpoiltTrial(description: "\(error)") }
}

/// Sleeps.
func wait(milliseconds: UInt32) {
    usleep(milliseconds * 1000)
}
