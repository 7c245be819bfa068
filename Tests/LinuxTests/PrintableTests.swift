// SPDX-License-Identifier: Apache-2.0

import MetronomeLinux
import Testing

@Suite struct PrintableTests {
    @Test(arguments: ["", "beat", "Ghë'ez 日本 — «x» 👩‍👩‍👧 é", "a\\b \"c\"", "m\u{2212}5"])
    func `letters stay as they are`(text: String) {
        #expect(text.printable == text && text.printableLines == text)
    }

    @Test(arguments: [
        ("\u{1B}[2J", "\\u{1B}[2J"), ("a\nb", "a\\nb"), ("a\r\nb", "a\\r\\nb"), ("\u{9B}31m", "\\u{009B}31m"),
        ("\u{7F}", "\\u{7F}"), ("a\u{2028}b", "a\\u{2028}b"), ("\u{202E}gpj", "\\u{202E}gpj"), ("\0", "\\0"),
    ])
    func `what a terminal would obey is shown instead`(text: String, shown: String) {
        #expect(text.printable == shown)
    }

    @Test func `lines may be kept`() {
        #expect("a\n\u{1B}b\n".printableLines == "a\n\\u{1B}b\n")
        #expect("a\r\nb".printableLines == "a\\r\nb")
    }
}
