// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import FuzzTargets
import Testing

/// The inputs that fuzzers have found, and those that they begin with.
@Suite struct CorpusTests {
    private static let folder =
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Fuzz/Corpus"

    @Test(arguments: FuzzTarget.all.map(\.name)) func `no law is broken by an input that is kept`(name: String) throws {
        let target = try #require(FuzzTarget.named(name))
        try target.checkSeeds()
        let files = FileManager.default
        let folder = "\(Self.folder)/\(name)"
        // A target that has found nothing yet has none.
        for file in ((try? files.contentsOfDirectory(atPath: folder)) ?? []).sorted() {
            let input = try Data(contentsOf: URL(filePath: "\(folder)/\(file)"))
            #expect(throws: Never.self, "\(name)/\(file)") { try target.check(Array(input)) }
        }
    }

    @Test func `all inputs that are kept are of a target, and one megabyte together`() throws {
        let files = FileManager.default
        var bytes = 0
        for name in try files.contentsOfDirectory(atPath: Self.folder) {
            #expect(FuzzTarget.named(name) != nil, "there is no target \(name)")
            for file in try files.contentsOfDirectory(atPath: "\(Self.folder)/\(name)") {
                bytes += try Data(contentsOf: URL(filePath: "\(Self.folder)/\(name)/\(file)")).count
            }
        }
        #expect(bytes <= 1 << 20)
    }
}
