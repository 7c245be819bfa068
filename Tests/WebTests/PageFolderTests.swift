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
}
