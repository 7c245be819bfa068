// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Resources
import Testing

@testable import Web

@Suite struct PageFolderTests {
    @Test func `the program has the files of the folder, as they are there`() throws {
        let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
        let names = try FileManager.default.contentsOfDirectory(atPath: root + "/Web")
        #expect(Set(names) == Set(Resource.page.map(\.name)), "list them in Sources/CResources/Page.c")
        for file in Resource.page {
            let bytes = try Data(contentsOf: URL(filePath: "\(root)/Web/\(file.name)"))
            #expect(Array(bytes) == file.bytes, "\(file.name)")
        }
    }

    @Test func `a browser is sent scripts without the lines of their comments, and all else as it is`() {
        for file in Resource.page {
            let (lines, served) = (Self.lines(file.bytes), Self.lines(file.served))
            guard file.name.hasSuffix(".js") else { #expect(lines == served); continue }
            var rest = served[...]
            for line in lines {
                if line == rest.first {
                    rest.removeFirst()
                } else {
                    let code = line.drop { $0 == " " }
                    #expect(["//", "/**", "*"].contains { code.hasPrefix($0) }, "\(file.name): \(line)")
                }
            }
            #expect(rest.isEmpty && !served.contains { $0.drop { $0 == " " }.hasPrefix("//") }, "\(file.name)")
        }
    }

    private static func lines(_ bytes: [UInt8]) -> [String] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// What Safari 14, Chrome 90 and Firefox 90 do not know, by MDN's tables.
    private static let newer = [
        "(?<=", "(?<!", ".findLast", ".at(", "Object.hasOwn", "structuredClone", ".toSorted", ".toReversed",
        "AbortSignal.timeout",
        "static {", "this.#", "Object.groupBy", "Promise.withResolvers", ".replaceAll(", "import.meta",
        "Array.fromAsync",
    ]

    @Test func `an old tablet reads every script of the page`() {
        for file in Resource.page where file.name.hasSuffix(".js") {
            let text = String(decoding: file.bytes, as: UTF8.self)
            for word in Self.newer {
                #expect(!text.contains(word), "\(file.name): \(word) is too new for Safari 14, Chrome 90 or Firefox 90")
            }
        }
    }
}
