// SPDX-License-Identifier: Apache-2.0

import Foundation
import MetronomeControl
import Programs
import Testing

@testable import metroctl

@Suite struct SoundLinksTests {
    private func sound(_ name: String, _ path: String?) -> SoundList.Entry {
        SoundList.Entry { ($0.name, $0.path) = (name, path) }
    }

    @Test func `each sound of the daemon that has a file is found by its name, and leads to that file`() throws {
        let home = FileManager.default.temporaryDirectory.appending(path: "metronomed-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: home) }
        try Data("rim".utf8).write(to: URL(filePath: home + "/rim.WAV"))
        let links = try SoundLinks(
            [sound("bell", nil), sound("rim", home + "/rim.WAV"), sound("voice-1", "/none/voice-1.flac")], in: home)
        let folder = links.folder + "/metronomed/sounds"
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["rim.WAV", "voice-1.flac"])
        #expect(try Data(contentsOf: URL(filePath: folder + "/rim.WAV")) == Data("rim".utf8))
        // What is said of a link is said of its file.
        #expect(links.told("cannot read \(folder)/voice-1.flac\n") == "cannot read /none/voice-1.flac\n")
        links.remove()
        #expect(try FileManager.default.contentsOfDirectory(atPath: home) == ["rim.WAV"])
        #expect(throws: ProgramFailure.self) { try SoundLinks([], in: home + "/none") }
    }
}
