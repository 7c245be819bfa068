// SPDX-License-Identifier: Apache-2.0

import Foundation
import MetronomeRhythm
import Testing

@testable import Sound

/// What becomes of a file that a render takes the place of.
@Suite struct OutputFileTests {
    private let folder: TemporaryFolder
    private let impulse: Sample
    private let render: OfflineRender
    private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? [] }

    init() throws {
        folder = try TemporaryFolder()
        impulse = try Sample.impulse(0.5, rate: .hz48000)
        render = try OfflineRender(
            Arrangement(tempo: Tempo(120), beatsPerBar: 4, bell: nil),
            kits: KitSet([Kit(beat: impulse.view, bell: impulse.view)]), sampleRate: .hz48000)
    }

    private func write(_ text: String, to path: String) throws { try Data(text.utf8).write(to: URL(filePath: path)) }

    private func isSound(_ path: String) -> Bool { (try? DecodedAudio(path: path))?.frames.count == 200 }

    private func isText(_ text: String, _ path: String) -> Bool {
        FileManager.default.contents(atPath: path) == Data(text.utf8)
    }

    @Test func `what was there stays until all is written, and its permissions hold for what takes its place`() throws {
        let path = folder.file("a.wav")
        try write("old", to: path)
        #expect(chmod(path, 0o640) == 0)
        let draft = try render.draft(ofFile: path, frames: 100)
        // The draft has a hidden name where the file system has no files without one.
        #expect(isText("old", path) && names.filter { !$0.hasPrefix(".") } == ["a.wav"])
        try draft.publish()
        #expect(isSound(path) && names == ["a.wav"])
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o640)
    }

    @Test func `of what is not published nothing is left, and what was there stays`() throws {
        try write("old", to: folder.file("a.wav"))
        for name in ["a.wav", "b.wav"] { _ = try render.draft(ofFile: folder.file(name), frames: 100) }
        #expect(isText("old", folder.file("a.wav")) && names == ["a.wav"])
    }

    @Test func `a link stays one, and the file that it leads to is replaced, also on another file system`() throws {
        let far = "/dev/shm"
        for place in [folder.path] + (access(far, W_OK) == 0 ? [far] : []) {
            let target = "\(place)/metronomed-\(UUID().uuidString).wav"
            defer { unlink(target) }
            try write("old", to: target)
            let path = folder.file("\(UUID().uuidString).wav")
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
            try render.draft(ofFile: path, frames: 100).publish()
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == target)
            #expect(isSound(target))
        }
    }

    @Test func `a link to no file makes the file, and a device stays a device`() throws {
        let path = folder.file("a.wav")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.file("far.wav"))
        try render.draft(ofFile: path, frames: 100).publish()
        #expect(isSound(folder.file("far.wav")) && names == ["a.wav", "far.wav"])
        try FileManager.default.createSymbolicLink(atPath: folder.file("null.wav"), withDestinationPath: "/dev/null")
        try render.draft(ofFile: folder.file("null.wav"), frames: 100).publish()
        #expect(names == ["a.wav", "far.wav", "null.wav"])
    }

    @Test func `where no file is without a name a hidden one takes its place`() throws {
        try write("old", to: folder.file("a.wav"))
        var draft = OutputFile(path: folder.file("a.wav"), unnamed: O_DIRECTORY)
        #expect(isText("old", folder.file("a.wav")) && names.count == 2 && names[0].hasPrefix(".metronomed-"))
        draft.publish()
        draft.close()
        #expect(draft.failure == 0 && isText("", folder.file("a.wav")) && names == ["a.wav"])
        for name in ["a.wav", "b.wav"] {
            var draft = OutputFile(path: folder.file(name), unnamed: O_DIRECTORY)
            draft.close()
            draft.remove()
            #expect(names == ["a.wav"])
        }
    }

    @Test func `of a link to no file the link alone is left`() throws {
        let path = folder.file("a.wav")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "far.wav")
        for flags in [O_DIRECTORY | 0o20_000_000, O_DIRECTORY, O_WRONLY] {
            var draft = OutputFile(path: path, unnamed: flags)
            draft.close()
            draft.remove()
            #expect(draft.failure == 0 && names == ["a.wav"], "\(flags)")
        }
    }

    @Test func `a name that no file can have is refused before anything is rendered`() {
        let path = folder.file(String(repeating: "a", count: 252) + ".wav")
        #expect(throws: SoundError.unwritable(path: path, reason: "File name too long")) {
            try render.draft(ofFile: path, frames: 100)
        }
    }

    @Test func `a file whose name is as long as a name may be is replaced`() throws {
        let path = folder.file(String(repeating: "a", count: 251) + ".wav")
        try write("old", to: path)
        try render.draft(ofFile: path, frames: 100).publish()
        #expect(isSound(path) && names.count == 1)
    }

    @Test(arguments: ["wav", "flac", "aiff", "ogg"])
    func `a pipe is refused, also behind a link that has no path`(ending: String) throws {
        let pipe = folder.file("pipe.\(ending)")
        try #require(mkfifo(pipe, 0o600) == 0)
        var ends: [CInt] = [0, 0]
        try #require(Glibc.pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let link = folder.file("link.\(ending)")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/proc/self/fd/\(ends[1])")
        for path in [pipe, link] {
            let reason = "it is not an ordinary file: render into one, and pass that on"
            #expect(throws: SoundError.unwritable(path: path, reason: reason)) {
                try render.draft(ofFile: path, frames: 100)
            }
        }
        #expect(names == ["link.\(ending)", "pipe.\(ending)"])
    }

    @Test func `a file that was removed and is still open is written in its place`() throws {
        try write("old", to: folder.file("a.wav"))
        let descriptor = open(folder.file("a.wav"), O_RDWR)
        defer { close(descriptor) }
        try #require(descriptor >= 0 && unlink(folder.file("a.wav")) == 0)
        let path = folder.file("link.wav")
        try FileManager.default.createSymbolicLink(
            atPath: path, withDestinationPath: "/proc/self/fd/\(descriptor)")
        let draft = try render.draft(ofFile: path, frames: 100)
        #expect(isText("old", path))
        try draft.publish()
        #expect(isSound(path) && names == ["link.wav"])
        // It is rendered elsewhere first, and where that fails the error names the place.
        let file = OutputFile(path: path, temporary: "/no/folder")
        #expect(file.failure == ENOENT)
        let place = "in /no/folder, where it is rendered first; TMPDIR may name another folder"
        #expect(file.reason == "No such file or directory \(place)")
    }

    @Test(arguments: ["wav", "flac", "aiff", "ogg"])
    func `nothing is rendered into no file, and what was there stays`(ending: String) throws {
        let path = folder.file("a.\(ending)")
        try write("old", to: path)
        #expect(throws: SoundError.unwritable(path: path, reason: "there is nothing to be rendered")) {
            try render.draft(ofFile: path, frames: 0)
        }
        #expect(isText("old", path) && names == ["a.\(ending)"])
    }

    @Test(.disabled(if: geteuid() == 0, "root may write everywhere"))
    func
        `a file that may not be written is not replaced, and one beside which none can be made is written as a whole`()
        throws
    {
        let path = folder.file("a.wav")
        try write("old", to: path)
        #expect(chmod(path, 0o444) == 0)
        let error = #expect(throws: SoundError.self) { try render.draft(ofFile: path, frames: 100) }
        #expect(error == .unwritable(path: path, reason: "Permission denied") && isText("old", path))
        #expect(chmod(path, 0o644) == 0 && chmod(folder.path, 0o555) == 0)
        defer { chmod(folder.path, 0o755) }
        #expect(throws: SoundError.self) { try render.draft(ofFile: folder.file("b.wav"), frames: 100) }
        _ = try render.draft(ofFile: path, frames: 100)
        #expect(isText("old", path) && names == ["a.wav"])
        let draft = try render.draft(ofFile: path, frames: 100)
        #expect(isText("old", path))
        try draft.publish()
        #expect(isSound(path) && names == ["a.wav"])
    }
}
