// SPDX-License-Identifier: Apache-2.0

import Control
import FoundationEssentials
import Glibc
import Session
import Testing

@testable import Daemon

@Suite struct NamedFilesTests {
    private let folder: TemporaryFolder
    private let files: NamedFiles

    init() throws {
        folder = try TemporaryFolder()
        files = NamedFiles(folder: folder.path + "/a/b", noun: "preset", making: "preset save NAME makes one")
    }

    private func name(_ text: String) throws -> PieceName { try #require(PieceName(text)) }

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

    @Test func `a name that is not there is told with the one that was meant, or with those that are`() throws {
        func message(_ text: String) throws -> String {
            do {
                _ = try files.read(name(text))
                return ""
            } catch { return (error as? ControlError)?.message ?? "" }
        }
        #expect(try message("waltz") == "there is no preset \"waltz\": there is none yet; preset save NAME makes one")
        _ = try files.write("", to: name("waltz"))
        #expect(try message("walz").hasSuffix("did you mean waltz?"))
        #expect(try message("bossa").hasSuffix("there are waltz"))
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
        let homeless = PieceLibrary(environment: [:])
        #expect(try homeless.presets.names().isEmpty)
        let error = #expect(throws: ControlError.self) { try homeless.presets.write("", to: name("waltz")) }
        #expect(error?.message.contains("neither XDG_DATA_HOME nor HOME") == true)
    }
}
