// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MetronomeControl

struct ProductTests {
    @Test func `a build between two releases is told by its commit, a release by its number alone`() {
        #expect(Product.version("0.1.0-dev", commit: "1a2b3c4") == "0.1.0-dev+1a2b3c4")
        #expect(Product.version("0.1.0-dev", commit: "") == "0.1.0-dev")
        #expect(Product.version("0.1.0", commit: "1a2b3c4") == "0.1.0")
    }

    @Test func `the version names its program`() {
        #expect(Product.version(of: "metroctl") == "metroctl \(Product.version)")
        #expect(Product.version.hasPrefix(Product.source))
    }
}
