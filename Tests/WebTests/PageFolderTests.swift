// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import WebPage

@Suite struct PageFolderTests {
    @Test func `the program has the files of the folder, as they are there`() throws {
        let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
        let names = try FileManager.default.contentsOfDirectory(atPath: root + "/Web").filter {
            !$0.hasSuffix(".swift")
        }
        #expect(Set(names) == Set(Page.files.map(\.name)), "list them in Package.swift and Web/Page.swift")
        for file in Page.files {
            let bytes = try Data(contentsOf: URL(filePath: "\(root)/Web/\(file.name)"))
            #expect(Array(bytes) == file.bytes, "\(file.name)")
        }
    }

    /// What Safari 14, Chrome 90 and Firefox 90 do not know, by MDN's tables.
    private static let newer = [
        "(?<=", "(?<!", ".findLast", ".at(", "Object.hasOwn", "structuredClone", ".toSorted", ".toReversed",
        "AbortSignal.timeout",
        "static {", "this.#", "Object.groupBy", "Promise.withResolvers", ".replaceAll(", "import.meta",
        "Array.fromAsync",
    ]

    @Test func `an old tablet reads every script of the page`() {
        for file in Page.files where file.name.hasSuffix(".js") {
            let text = String(decoding: file.bytes, as: UTF8.self)
            for word in Self.newer {
                #expect(!text.contains(word), "\(file.name): \(word) is too new for Safari 14, Chrome 90 or Firefox 90")
            }
        }
    }
}
