// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faces
import Testing

@testable import metroface

@Suite struct FrameRateTests {
    private func rate(_ words: String...) throws -> Double? {
        guard case .live(let rate, _, _) = try FaceRequest(Metroface.parse(words)).result else { return 0 }
        return rate
    }

    @Test func `a rate that was asked for is that of every terminal`() throws {
        #expect(try rate("counter", "--fps", "60") == 60)
        #expect(try rate("counter") == nil)
    }

    @Test func `without one, pictures in pixels come less often, as the help says`() {
        #expect(TerminalFormat.Medium.allCases.map(\.usualRate) == [30, 12, 12])
        #expect(Metroface.helpMessage(columns: 200).contains("default: 30, with kitty graphics or sixels 12"))
    }
}
