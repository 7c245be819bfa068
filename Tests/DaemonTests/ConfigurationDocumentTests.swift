// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import MetronomeSession
import Testing

@testable import Daemon

@Suite struct ConfigurationDocumentTests {
    private static let rows: [String] = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try? String(contentsOf: root.appending(path: "Docs/Configuration.md"), encoding: .utf8)
        return (text ?? "").split(separator: "\n").map(String.init)
    }()

    @Test(arguments: Key.configurable.map(\.name))
    func `the document's table has a row for every setting`(key: String) throws {
        let setting = try #require(Key.named(key))
        let no = setting.form == .flag ? setting.flag.map { ", `--no-\($0.dropFirst(2))`" } ?? "" : ""
        let flag = setting.flag.map { "`\($0)`\(no)" } ?? ""
        let fallback = setting.fallback.isEmpty ? "" : "`\(setting.fallback)`"
        let row = "| `\(setting.name)` | `\(setting.variable ?? "")` | \(flag) | \(fallback) | \(setting.summary) |"
        let plain = row.replacing("|  |", with: "| |").replacing("|  |", with: "| |")
        #expect(Self.rows.contains(plain), "missing row: \(plain)")
    }

    @Test func `the document has no row that is no setting`() {
        #expect(Self.rows.filter { $0.hasPrefix("| `") && $0.contains("METRONOME") }.count == Key.configurable.count)
    }
}
