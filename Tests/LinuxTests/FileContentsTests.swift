// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeLinux
import Testing

@Suite final class FileContentsTests {
    private let path = "/tmp/metronomed-test-\(getpid())-\(UInt64.random(in: 0 ... .max))"

    deinit { unlink(path) }

    private func make(_ bytes: [UInt8]) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer { close(descriptor) }
        try Descriptor.write(bytes, to: descriptor)
    }

    private func refusal(limit: Int = 100, from sources: FileContents.Sources = .filesOnly) -> String? {
        do { _ = try FileContents.read(path, limit: limit, from: sources) } catch { return error.message }
        return nil
    }

    @Test(arguments: [0, 1, 65535, 65536, 65537, 200_000])
    func `a file is read whole, whatever its size`(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
        try make(bytes)
        #expect(try FileContents.read(path, limit: 200_000) == bytes)
    }

    @Test func `a file as large as the limit is read, and one of a byte more is refused`() throws {
        try make(Array(repeating: 1, count: 2048))
        #expect(try FileContents.read(path, limit: 2048).count == 2048)
        #expect(refusal(limit: 2047) == "cannot read \(path): it is larger than 1 KiB")
        try make(Array(repeating: 1, count: 1 << 20 | 1))
        #expect(refusal(limit: 1 << 20) == "cannot read \(path): it is larger than 1 MiB")
    }

    @Test func `what is missing is refused with its errno, and a folder as one`() throws {
        let error = try #require(throws: SystemError.self) { try FileContents.read(path, limit: 1) }
        #expect(error.code == ENOENT)
        mkdir(path, 0o700)
        defer { rmdir(path) }
        #expect(refusal() == "cannot read \(path): it is a folder, not a file")
        #expect(refusal(from: .filesAndPipes) == "cannot read \(path): it is a folder, not a file")
    }

    @Test(.timeLimit(.minutes(10))) func `a pipe that nobody writes to is refused without a wait`() {
        mkfifo(path, 0o600)
        #expect(refusal() == "cannot read \(path): it is not an ordinary file")
    }

    @Test func `a device is refused, but for the one that is always empty`() throws {
        for path in ["/dev/zero", "/dev/urandom", "/dev/tty"] where access(path, R_OK) == 0 {
            let error = #expect(throws: SystemError.self) { try FileContents.read(path, limit: 100) }
            // Without a terminal /dev/tty cannot be opened.
            if path != "/dev/tty" { #expect(error?.message == "cannot read \(path): it is not an ordinary file") }
        }
        #expect(try FileContents.read("/dev/null", limit: 100) == [])
    }

    @Test func `a pipe is read to its end where pipes are allowed`() throws {
        var ends: [CInt] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { close(ends[0]) }
        try Descriptor.write(Array("hello".utf8), to: ends[1])
        close(ends[1])
        #expect(
            try FileContents.read("/proc/self/fd/\(ends[0])", limit: 100, from: .filesAndPipes) == Array("hello".utf8))
    }

    @Test func `what lies at the name of a draft is left as it is`() throws {
        let (draft, other) = ("\(path).\(getpid()).new", "\(path)-other")
        defer { for file in [draft, other] { unlink(file) } }
        for place in [symlink, link] {
            try make([1])
            try FileContents.write([2], to: other)
            try #require(chmod(path, 0o644) == 0 && chmod(other, 0o600) == 0 && place(other, draft) == 0)
            try FileContents.write([3], to: path)
            #expect(try FileContents.read(path, limit: 9) == [3])
            #expect(try FileContents.read(other, limit: 9) == [2])
            var status = stat()
            #expect(stat(other, &status) == 0 && status.st_mode & 0o777 == 0o600)
            #expect(lstat(path, &status) == 0 && status.st_mode == S_IFREG | 0o644)
            #expect(access(draft, F_OK) != 0)
        }
    }

    @Test func `a file is overwritten also where the name of a draft is taken`() throws {
        let draft = "\(path).\(getpid()).new"
        try make([1])
        try #require(mkdir(draft, 0o700) == 0)
        defer { rmdir(draft) }
        try FileContents.write([2], to: path)
        #expect(try FileContents.read(path, limit: 9) == [2] && access(draft, F_OK) == 0)
    }

    @Test func `a link to no file makes the file, and stays a link`() throws {
        let (file, near) = ("\(path)-far", "\(path)-near")
        defer { for name in [file, near] { unlink(name) } }
        // From link to link, each from its own folder.
        try #require(symlink(String(near.dropFirst(5)), path) == 0 && symlink(file, near) == 0)
        try FileContents.write([1], to: path)
        #expect(try FileContents.read(file, limit: 9) == [1])
        #expect(SymbolicLink.target(of: path) != nil && SymbolicLink.target(of: near) == file)
    }

    @Test func `a link that leads to itself is refused`() throws {
        try #require(symlink(path, path) == 0)
        let error = try #require(throws: SystemError.self) { try FileContents.write([1], to: path) }
        #expect(error.code == ELOOP)
    }

    @Test func `a file is overwritten also where no other can be made beside it`() throws {
        let folder = path + "-folder"
        // Beside a name of 255 bytes the longer name of a draft is none. Root writes into any folder.
        for (name, mode) in [(String(repeating: "x", count: 255), 0o700), ("short", 0o500)] as [(String, mode_t)] {
            #expect(mkdir(folder, 0o700) == 0)
            let file = "\(folder)/\(name)"
            defer {
                chmod(folder, 0o700)
                unlink(file)
                rmdir(folder)
            }
            try FileContents.write(Array("a longer text".utf8), to: file)
            chmod(folder, mode)
            try FileContents.write(Array("text".utf8), to: file)
            #expect(try FileContents.read(file, limit: 100) == Array("text".utf8))
        }
    }
}
