// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import metroctl

@Suite struct TextTableTests {
    @Test func `cells stand below each other, also where letters are wide`() {
        let rows = [["1", "太鼓", "a"], ["10", "drum set", "b"], ["2", "", ""]]
        #expect(TextTable(rows, numberColumns: 1).text == " 1  太鼓      a\n10  drum set  b\n 2")
    }
}
