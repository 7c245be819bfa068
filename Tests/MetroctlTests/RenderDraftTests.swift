// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import metroctl

@Suite struct RenderDraftTests {
    private let home = FileManager.default.temporaryDirectory.appending(path: "metronomed-\(UUID().uuidString)").path
    private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: home).sorted()) ?? [] }

    /// Calls `body` with a folder.
    private func prepared(_ body: () throws -> Void) throws {
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: home) }
        try body()
    }

    private func write(_ text: String, to path: String) throws { try Data(text.utf8).write(to: URL(filePath: path)) }

    private func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: "\(home)/\(name)")), as: UTF8.self)
    }

    @Test func `what was there stays until all is written, and its permissions hold for what takes its place`() throws {
        try prepared {
            try write("old", to: home + "/a.wav")
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: home + "/a.wav")
            let draft = try RenderDraft(of: home + "/a.wav", isStems: false)
            #expect(draft.path.hasSuffix("/a.wav"))
            try write("new", to: draft.path)
            #expect(try text("a.wav") == "old")
            #expect(try draft.publish() == [home + "/a.wav"])
            draft.remove()
            #expect(try text("a.wav") == "new" && names == ["a.wav"])
            let attributes = try FileManager.default.attributesOfItem(atPath: home + "/a.wav")
            #expect(attributes[.posixPermissions] as? Int == 0o640)
        }
    }

    @Test func `of what was not written to its end nothing is left, and what was there stays`() throws {
        try prepared {
            try write("old", to: home + "/a.wav")
            for isStems in [false, true] {
                let draft = try RenderDraft(of: home + "/a.wav", isStems: isStems)
                try write("ne", to: draft.path)
                draft.remove()
            }
            #expect(try text("a.wav") == "old" && names == ["a.wav"])
        }
    }

    @Test func `the files of lanes are those that were written, and none that was there before`() throws {
        try prepared {
            try write("old", to: home + "/click-verse.wav")
            try write("old", to: home + "/click-hat.wav")
            let draft = try RenderDraft(of: home + "/click.wav", isStems: true)
            for lane in ["hat", "beat"] { try write("new", to: draft.path.replacing(".wav", with: "-\(lane).wav")) }
            #expect(try draft.publish() == [home + "/click-beat.wav", home + "/click-hat.wav"])
            draft.remove()
            #expect(names == ["click-beat.wav", "click-hat.wav", "click-verse.wav"])
            #expect(try text("click-hat.wav") == "new" && text("click-verse.wav") == "old")
        }
    }

    @Test func `a link stays one, and the file that it leads to is replaced`() throws {
        try prepared {
            try FileManager.default.createDirectory(atPath: home + "/far", withIntermediateDirectories: true)
            try write("old", to: home + "/far/a.wav")
            try FileManager.default.createSymbolicLink(
                atPath: home + "/b.wav", withDestinationPath: "far/a.wav")
            let draft = try RenderDraft(of: home + "/b.wav", isStems: false)
            try write("new", to: draft.path)
            #expect(try draft.publish() == [home + "/b.wav"])
            draft.remove()
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: home + "/b.wav") == "far/a.wav")
            #expect(try text("far/a.wav") == "new" && text("b.wav") == "new")
            #expect(try FileManager.default.contentsOfDirectory(atPath: home + "/far") == ["a.wav"])
        }
    }

    /// Where another file system is likely.
    private static let far = "/dev/shm"

    @Test(.enabled(if: access(far, W_OK) == 0))
    func `a stem that is a link to another file system is written to, and the link stays`() throws {
        let far = try TemporaryFolder(in: Self.far).path
        defer { try? FileManager.default.removeItem(atPath: far) }
        try prepared {
            try write("old and longer", to: far + "/hat.wav")
            try FileManager.default.createSymbolicLink(
                atPath: home + "/s-hat.wav", withDestinationPath: far + "/hat.wav")
            let stems = try RenderDraft(of: home + "/s.wav", isStems: true)
            defer { stems.remove() }
            for lane in ["beat", "hat"] { try write("new", to: stems.path.replacing(".wav", with: "-\(lane).wav")) }
            #expect(try stems.publish() == [home + "/s-beat.wav", home + "/s-hat.wav"])
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: home + "/s-hat.wav") == far + "/hat.wav")
            #expect(try text("s-hat.wav") == "new" && text("s-beat.wav") == "new")
        }
    }

    @Test(.disabled(if: geteuid() == 0, "root may write everywhere"))
    func `a file that may not be written is not replaced either`() throws {
        try prepared {
            for name in ["a.wav", "b-beat.wav"] {
                try write("old", to: home + "/" + name)
                #expect(chmod(home + "/" + name, 0o444) == 0)
            }
            let failure = #expect(throws: Failure.self) { try RenderDraft(of: home + "/a.wav", isStems: false) }
            #expect(failure?.message == "cannot write '\(home)/a.wav': Permission denied")
            let stems = try RenderDraft(of: home + "/b.wav", isStems: true)
            defer { stems.remove() }
            for lane in ["aux", "beat"] { try write("new", to: stems.path.replacing(".wav", with: "-\(lane).wav")) }
            #expect(throws: Failure.self) { try stems.publish() }
            #expect(try text("b-beat.wav") == "old")
            #expect(!FileManager.default.fileExists(atPath: home + "/b-aux.wav"), "none takes its place alone")
            // The other way round: what is there may be written, and nothing new be made.
            #expect(chmod(home + "/b-beat.wav", 0o644) == 0 && chmod(home, 0o555) == 0)
            defer { chmod(home, 0o755) }
            let others = try RenderDraft(of: home + "/b.wav", isStems: true)
            defer { others.remove() }
            for lane in ["beat", "hat"] { try write("new", to: others.path.replacing(".wav", with: "-\(lane).wav")) }
            #expect(throws: Failure.self) { try others.publish() }
            #expect(try text("b-beat.wav") == "old")
            try FileManager.default.removeItem(atPath: others.path.replacing(".wav", with: "-hat.wav"))
            #expect(try others.publish() == [home + "/b-beat.wav"])
            #expect(try text("b-beat.wav") == "new")
        }
    }

    @Test func `what is no ordinary file is written in its place, and no file of a lane takes it`() throws {
        try prepared {
            #expect(mkfifo(home + "/a.wav", 0o600) == 0 && mkfifo(home + "/b-hat.wav", 0o600) == 0)
            let draft = try RenderDraft(of: home + "/a.wav", isStems: false)
            #expect(try draft.path == home + "/a.wav" && draft.publish() == [home + "/a.wav"])
            let stems = try RenderDraft(of: home + "/b.wav", isStems: true)
            for lane in ["beat", "hat"] { try write("new", to: stems.path.replacing(".wav", with: "-\(lane).wav")) }
            let failure = #expect(throws: Failure.self) { try stems.publish() }
            #expect(failure?.message == "cannot write '\(home)/b-hat.wav': it is not an ordinary file")
            stems.remove()
            #expect(names == ["a.wav", "b-hat.wav"])
        }
    }

    @Test func `a place where no file can be made is named as it was said, and so is what is told of a draft`() throws {
        let failure = #expect(throws: Failure.self) { try RenderDraft(of: home + "/none/a.wav", isStems: true) }
        #expect(failure?.message == "cannot write '\(home)/none/a.wav': No such file or directory")
        try prepared {
            let draft = try RenderDraft(of: home + "/a.wav", isStems: true)
            defer { draft.remove() }
            let stem = draft.path.replacing(".wav", with: "-hat.wav")
            #expect(draft.told("cannot write '\(stem)': no space\n") == "cannot write '\(home)/a-hat.wav': no space\n")
        }
    }
}
