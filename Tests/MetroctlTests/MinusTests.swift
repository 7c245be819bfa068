// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import metroctl

@Suite struct MinusTests {
    @Test(arguments: ["-5", "-2.5", "-10%", "-.5"])
    func `the minus of a number is hidden from the parser, and put back`(text: String) {
        #expect(Minus.protected(text).first != "-")
        #expect(Minus.restored(Minus.protected(text)) == text)
    }

    @Test(arguments: ["-q", "--json", "-", "--", "5", "+5", "x-5", "", "\u{2212}5", "m\u{2212}5"])
    func `anything else stays as it is`(text: String) {
        #expect(Minus.protected(text) == text && Minus.restored(text) == text)
    }

    @Test func `verbs that take names leave their arguments as they are`() {
        #expect(Minus.protected(["--json", "preset", "load", "-1"]) == ["--json", "preset", "load", "-1"])
        #expect(Minus.protected(["tempo", "-1"]) != ["tempo", "-1"])
        #expect(Minus.protected(["-5"]) != ["-5"])
    }
}
