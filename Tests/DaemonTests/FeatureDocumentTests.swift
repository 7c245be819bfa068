// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import MetronomeControl
import Testing

@testable import Daemon

/// What a daemon offers, as `Docs/Protocol.md` describes it.
@Suite struct FeatureDocumentTests {
    @Test func `each feature is described, and none besides; a method that is named there is one`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "Docs/Protocol.md"), encoding: .utf8)
        let table = try #require(text.split(separator: "| feature | what it is |\n| --- | --- |\n").last)
        let rows = table.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.hasPrefix("|") }
        let described = rows.map { $0.split(separator: "`", maxSplits: 2)[1] }.map(String.init)
        let bench = try PerformanceBench()
        let version = try #require(try bench.answer(to: bench.ask(.version)).get() as? Version)
        #expect(described == version.features)
        for row in rows {
            let names = row.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset % 2 == 1 }.map { String($0.element) }.dropFirst()
            for name in names where name.contains(".") && !name.hasPrefix("event.") && !name.hasSuffix(".") {
                #expect(CommandTable.command(named: name) != nil, "\(name)")
            }
        }
    }
}
