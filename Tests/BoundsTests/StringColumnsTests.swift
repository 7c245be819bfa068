// SPDX-License-Identifier: Apache-2.0

import MetronomeBounds
import Testing

@Suite struct StringColumnsTests {
    @Test(arguments: [
        ("", 0), ("click", 5), ("Müller", 6), ("Mu\u{308}ller", 6), ("♪ ═ …", 5), ("太鼓", 4), ("タイコ", 6), ("ﾀｲｺ", 3),
        ("북", 2), ("\u{1107}\u{116E}\u{11A8}", 2), ("Ａ", 2), ("🥁", 2), ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("❤", 1), ("❤\u{FE0F}", 2),
        ("a\u{200B}b", 2), ("\u{AD}", 0), ("𠀀", 2),
    ])
    func `a text has as many columns as a terminal gives it`(text: String, columns: Int) {
        #expect(text.columns == columns)
    }

    @Test func `no prefix is wider than its columns, and a wide letter is not cut`() {
        #expect("太鼓 solo".prefix(columns: 3) == "太")
        #expect("太鼓 solo".prefix(columns: 4) == "太鼓")
        #expect("太鼓 solo".prefix(columns: 100) == "太鼓 solo")
        #expect("太鼓".prefix(columns: 0).isEmpty && "太鼓".prefix(columns: -1).isEmpty)
    }

    @Test func `a text is padded by columns`() {
        #expect("太鼓".padded(to: 6) == "太鼓  ")
        #expect("drum".padded(to: 6) == "drum  ")
        #expect("太鼓".padded(to: 3) == "太鼓")
    }
}
