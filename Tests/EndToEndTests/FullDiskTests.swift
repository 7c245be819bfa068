// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

/// Files that cannot be written to their end. ThreadSanitizer cannot start under such a limit.
@Suite(.waits) struct FullDiskTests {
    private func run(
        _ words: String, before: String = "", in folder: TestFolder, name: String
    ) throws -> ChildProcess {
        try ChildProcess(
            "/bin/sh", ["-c", "\(before) exec \(Built.metroface) \(words)"], environment: [:], in: folder, name: name)
    }

    @Test func `where the disk is full, the picture that was there stays`() throws {
        let folder = try TestFolder()
        #expect(try run("heart --png a.png", in: folder, name: "first").end() == .exit(0))
        let before = try folder.bytes("a.png")
        // What is written past the limit of a file's size fails, as on a full disk.
        let child = try run("gallery --png a.png", before: "ulimit -f 1;", in: folder, name: "said")
        #expect(try child.end() == .exit(1))
        #expect(child.stderr.hasPrefix("metroface: cannot write a.png: "), "\(child.stderr)")
        #expect(try folder.bytes("a.png") == before)
        #expect(!folder.names.contains { $0.hasSuffix(".new") })
    }

    @Test func `where the disk is full, no part of a picture has the name of the whole`() throws {
        let folder = try TestFolder()
        let child = try run("gallery --png a.png", before: "ulimit -f 1;", in: folder, name: "said")
        #expect(try child.end() == .exit(1))
        #expect(!folder.names.contains("a.png"))
    }

    @Test func `where the disk is full, a link to no file stays one`() throws {
        let folder = try TestFolder()
        try #require(symlink("nowhere.png", folder("a.png")) == 0)
        let child = try run("gallery --png a.png", before: "ulimit -f 1;", in: folder, name: "said")
        #expect(try child.end() == .exit(1))
        #expect(folder.names.contains("a.png") && !folder.names.contains("nowhere.png"), "\(folder.names)")
    }

    @Test func `where the disk is full, the click track that was there stays, and the file is named as it was said`()
        throws
    {
        let home = try Home()
        try home.folder.write("old", to: "a.wav")
        try home.withDaemon(["--no-play"]) { _ in
            let line = "ulimit -f 50; exec \(Built.metroctl) render a.wav --bars 64"
            let child = try ChildProcess("/bin/sh", ["-c", line], environment: home.environment, in: home.folder)
            #expect(try child.end() == .exit(1))
            #expect(child.stderr.contains("cannot write 'a.wav': File too large"), "\(child.stderr)")
            #expect(try home.folder.bytes("a.wav") == Array("old".utf8))
            #expect(!home.folder.names.contains { $0.contains(".metronomed-") }, "\(home.folder.names)")
        }
    }

    @Test(arguments: [Built.metroctl, Built.metronomed])
    func `where the disk is full, a program whose text does not fit says so`(program: String) throws {
        let child = try ChildProcess(
            "/bin/sh", ["-c", "ulimit -f 1; exec \(program) --help"], environment: [:], in: try TestFolder())
        #expect(try child.end() == .exit(1))
        #expect(child.stderr.contains("cannot write to standard output: File too large"), "\(child.stderr)")
    }
}
