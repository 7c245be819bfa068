// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import metroctl

@Suite struct TerminalTests {
    @Test(arguments: [
        (" ", 1), ("abc", 3), ("ö", 1), ("üß", 2), ("ж漢😀", 3), ("\u{1B}[A", 1), ("", 0), ("a\n", 2),
    ]) func `a key is one key, however many bytes a terminal sends for it`(typed: String, count: Int) {
        #expect(Terminal.keys(of: Array(typed.utf8)).count == count)
    }
}
