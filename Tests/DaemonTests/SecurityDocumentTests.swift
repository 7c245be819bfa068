// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import MetronomeRhythm
import MetronomeSession
import NIOCore
import TOML
import Testing

@testable import Daemon

/// The limits of the socket, of files and of the music, as `Docs/Security.md` tells them.
@Suite struct SecurityDocumentTests {
    private static let rows: [String] = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try? String(contentsOf: root.appending(path: "Docs/Security.md"), encoding: .utf8)
        return (text ?? "").split(separator: "\n").map(String.init)
    }()

    private static let limits: [String] = [
        "socket | a line | \(LineBuffer.longest >> 10) KiB",
        "socket | a line begun and not ended | \(ClientConnection.timeLimit.nanoseconds / 1_000_000_000) s",
        "socket | bad lines in a row | \(ClientConnection.mostBadLines)",
        "socket | received and not performed | \(ClientConnection.inputLimit >> 10) KiB",
        "socket | written and not read | \(ClientHandler.outputLimit >> 10) KiB",
        "files | the configuration | \(ConfigurationFile.limit >> 20) MiB",
        "files | `state.json` | \(StateStore.limit >> 20) MiB",
        "files | a preset, a set list | \(NamedFiles.limit >> 20) MiB",
        "files | values of a file in TOML | \(TOMLDocument.mostValues)",
        "files | presets, set lists listed | \(NamedFiles.most) each",
        "files | entries of a set list | \(SetList.mostEntries)",
        "files | all sounds in use, and those of changes that wait | \(SoundSet.largestBytes >> 20) MiB decoded, "
            + "\(SoundSet.largestPlayedBytes >> 20) MiB as they are played",
        "music | lanes, onsets of a pattern | \(Lane.most), \(Pattern.mostOnsets)",
        "music | onsets a second | \(Int(exactly: Passage.mostOnsetsPerSecond) ?? 0)",
        "music | changes that wait; that can be undone | \(PendingChanges.most); \(History.limit)",
    ]

    @Test(arguments: limits)
    func `the document tells the limit that holds`(_ limit: String) {
        #expect(Self.rows.contains { $0.hasPrefix("| \(limit) |") }, "no row: | \(limit) | … |")
    }
}
