// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import MetronomeControl
import MetronomeSession
import Testing

@testable import Daemon

@Suite struct NamedFilesTests {
    private let folder: TemporaryFolder
    private let files: NamedFiles

    init() throws {
        folder = try TemporaryFolder()
        files = NamedFiles(folder: folder.path + "/a/b", noun: "preset", making: "preset save NAME makes one")
    }

    private func name(_ text: String) throws -> LibraryName { try #require(LibraryName(text)) }

    @Test func `what is written is read, listed and removed; its folder is made`() throws {
        #expect(try files.names().isEmpty)
        for text in ["waltz", "Autumn Leaves", "ü"] { _ = try files.write("bpm = 96\n", to: name(text)) }
        #expect(try files.names().map(\.text) == ["Autumn Leaves", "waltz", "ü"])
        #expect(try String(decoding: files.read(name("waltz")), as: UTF8.self) == "bpm = 96\n")
        #expect(try folder.names(in: "a/b") == ["Autumn Leaves.toml", "waltz.toml", "ü.toml"])
        #expect(try files.remove(name("waltz")).hasSuffix("/a/b/waltz.toml"))
        #expect(try files.names().map(\.text) == ["Autumn Leaves", "ü"])
    }

    @Test func `what is no preset in the folder is not listed`() throws {
        _ = try files.write("", to: name("waltz"))
        for other in [".hidden.toml", "notes.txt", "waltz.toml.77.new", ".toml", "a\u{202E}b.toml"] {
            try folder.write("", to: "a/b/" + other)
        }
        #expect(try files.names().map(\.text) == ["waltz"])
    }

    @Test func `an accent of its own and a letter that has it are one name and one file`() throws {
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        for (first, second) in [(composed, decomposed), (decomposed, composed)] {
            _ = try files.write("bpm = 1\n", to: name(first))
            #expect(try String(decoding: files.read(name(second)), as: UTF8.self) == "bpm = 1\n")
            #expect(try files.contains(name(second)))
            _ = try files.write("bpm = 2\n", to: name(second))
            #expect(try folder.names(in: "a/b").map { Array($0.utf8) } == [Array("\(first).toml".utf8)])
            // Where there are both from elsewhere, each is its own, and they are listed as the one that they are to a reader.
            try folder.write("bpm = 3\n", to: "a/b/\(second).toml")
            #expect(try files.names() == [name(first)])
            #expect(try String(decoding: files.read(name(second)), as: UTF8.self) == "bpm = 3\n")
            for text in [second, first] { _ = try files.remove(name(text)) }
            #expect(try files.names().isEmpty)
        }
    }

    @Test func `what would be too large to be read is not written`() throws {
        #expect(throws: ControlError.self) {
            try files.write(String(repeating: "#", count: NamedFiles.limit + 1), to: name("waltz"))
        }
        #expect(try files.names().isEmpty)
        let most = String(repeating: "#", count: NamedFiles.limit)
        _ = try files.write(most, to: name("waltz"))
        #expect(try files.read(name("waltz")).count == NamedFiles.limit)
    }

    @Test func `a name that is not there is told with the one that was meant, or with those that are`() throws {
        func message(_ text: String) throws -> String {
            do {
                _ = try files.read(name(text))
                return ""
            } catch { return (error as? ControlError)?.message ?? "" }
        }
        #expect(try message("waltz") == "there is no preset \"waltz\": none is saved yet; preset save NAME makes one")
        _ = try files.write("", to: name("waltz"))
        #expect(try message("walz").hasSuffix("did you mean waltz?"))
        #expect(try message("bossa").hasSuffix("there is waltz"))
    }

    @Test(.enabled(if: getuid() != 0)) func `a folder that cannot be written is told, and what was there stays`() throws
    {
        _ = try files.write("bpm = 96\n", to: name("waltz"))
        chmod(folder.path + "/a/b", 0o500)
        defer { chmod(folder.path + "/a/b", 0o700) }
        for body in [{ _ = try files.write("bpm = 1\n", to: name("waltz")) }, { _ = try files.remove(name("waltz")) }] {
            let error = #expect(throws: ControlError.self, performing: body)
            #expect(error?.reason == "unusable_file" && error?.message.contains("Permission denied") == true)
        }
        #expect(try String(decoding: files.read(name("waltz")), as: UTF8.self) == "bpm = 96\n")
        #expect(try folder.names(in: "a/b") == ["waltz.toml"])
    }

    @Test func `a file in place of the folder, a folder in place of a file, and no home are told`() throws {
        try folder.write("", to: "a")
        #expect(throws: ControlError.self) { try files.write("", to: name("waltz")) }
        let other = NamedFiles(folder: folder.path + "/c", noun: "preset", making: "")
        try #require(mkdir(folder.path + "/c", 0o700) == 0 && mkdir(folder.path + "/c/waltz.toml", 0o700) == 0)
        #expect(throws: ControlError.self) { try other.read(name("waltz")) }
        #expect(throws: ControlError.self) { try other.write("", to: name("waltz")) }
        let homeless = UserLibrary(environment: [:])
        #expect(try homeless.presets.names().isEmpty)
        let error = #expect(throws: ControlError.self) { try homeless.presets.write("", to: name("waltz")) }
        #expect(error?.message.contains("neither XDG_DATA_HOME nor HOME") == true)
    }
}
