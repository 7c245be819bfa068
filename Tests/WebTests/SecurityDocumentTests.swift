// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NIOCore
import Sound
import Testing

@testable import MetronomeControl
@testable import Web

/// The limits of the page and of the wire, as `Docs/Security.md` tells them.
@Suite struct SecurityDocumentTests {
    private static let rows: [String] = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try? String(contentsOf: root.appending(path: "Docs/Security.md"), encoding: .utf8)
        return (text ?? "").split(separator: "\n").map(String.init)
    }()

    private static let limits: [String] = [
        "page | connections | \(Occupancy.mostConnections), or 64 fewer than files may be open",
        "page | connections of one visitor that do not follow | \(Occupancy.mostOfVisitor)",
        "page | pages that follow | seven eighths of the connections, \(Occupancy().mostPages)",
        "page | pages of one visitor that follow | \(Occupancy.mostPagesOfVisitor)",
        "page | wrong tokens of one visitor | \(GuessLimiter.burst), and then \(1_000_000_000 / GuessLimiter.renewalNs) a second",
        "page | visitors whose wrong tokens are counted | \(GuessLimiter.mostAccounts)",
        "page | lines for people about wrong tokens | 1 in \(GuessLimiter.reportPauseNs / 1_000_000_000) s",
        "page | a header, or the URI | \(PageServer.longestHeader >> 10) KiB",
        "page | all headers, and how many | \(PageServer.longestHead >> 10) KiB, \(PageServer.mostHeaders)",
        "page | a body | \(WebService.longestBody >> 10) KiB",
        "page | a request, from its first byte, and the answer until it is taken | \(seconds(RequestHandler.requestTimeout))",
        "page | requests that wait for the daemon | \(DaemonLink.mostRequests)",
        "page | an answer of the daemon | \(seconds(DaemonLink.answerTimeout))",
        "page | sounds that are kept | \(SoundShelf<Int>.mostBytes >> 20) MiB",
        "page | a sound that cannot be read | \(SoundShelf<Int>.failureNs / 1_000_000_000) s",
        "socket | a line in plain words | \(Request.longestWords) bytes",
        "socket | nesting of JSON | \(JSONLine.maximumDepth)",
        "socket | a text that is a parameter | \(Parameter.longestText) bytes, \(longest("lane.set")) a pattern, \(longest("lanes.set")) all lanes",
        "clients | a line of the daemon | \(ControlClient.maximumLineLength >> 20) MiB",
        "files | a sound | \(DecodedAudio.longestSeconds) s, \(DecodedAudio.largestBytes >> 20) MiB decoded",
    ]

    private static func seconds(_ time: TimeAmount) -> String { "\(time.nanoseconds / 1_000_000_000) s" }

    /// The longest text that a method takes.
    private static func longest(_ method: String) -> Int {
        CommandTable.command(named: method)?.parameters.map(\.longest).max() ?? 0
    }

    @Test(arguments: limits)
    func `the document tells the limit that holds`(_ limit: String) {
        #expect(Self.rows.contains { $0.hasPrefix("| \(limit) |") }, "no row: | \(limit) | … |")
    }
}
