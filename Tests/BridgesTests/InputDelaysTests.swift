// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Bridges

@Suite struct InputDelaysTests {
    private let folder = FileManager.default.temporaryDirectory.appending(component: "inputs-\(UUID().uuidString)").path
    private var delays: InputDelays { InputDelays(environment: ["XDG_STATE_HOME": folder]) }

    @Test func `what was measured last of a device is known, whatever its name`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(delays.ms(of: "hw:1") == nil)
        try delays.store(1.25, of: "hw:1")
        try delays.store(-3, of: "plug with blanks")
        try delays.store(2.5, of: "hw:1")
        #expect(delays.ms(of: "hw:1") == 2.5 && delays.ms(of: "plug with blanks") == -3 && delays.ms(of: "hw") == nil)
    }

    @Test func `lines that are none are left out, and delays that no input has are not kept`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder + "/metronomed", withIntermediateDirectories: true)
        try Data("nan a\n1e9 b\n\nword\n4 c\n".utf8).write(to: URL(filePath: folder + "/metronomed/inputs"))
        #expect(["a", "b", "word", "c"].map { delays.ms(of: $0) } == [nil, nil, nil, 4])
        #expect(throws: (any Error).self) { try delays.store(.nan, of: "a") }
        #expect(throws: (any Error).self) { try InputDelays(environment: [:]).store(1, of: "a") }
    }
}
