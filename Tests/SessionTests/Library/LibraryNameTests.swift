// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MetronomeSession

@Suite struct LibraryNameTests {
    @Test(arguments: [
        "waltz", "Autumn Leaves", "7/8".replacing("/", with: "-"), "a.b", "Größe", "夜想曲", "-", "x..", "🎵",
    ])
    func `what a person would call a scene is a name`(text: String) {
        #expect(LibraryName(text)?.text == text)
    }

    @Test(arguments: [
        "", ".", "..", ".hidden", "../up", "a/b", "/etc/passwd", "a\0b", "a\nb", "a\tb", "\u{1B}[2J", "\u{7F}", " a",
        "a ",
        "\u{A0}a", "a\u{202E}b", "a\u{200B}b", "a\u{2028}b", "\u{FEFF}a", "a\u{FFFD}", "a\u{E000}",
    ])
    func `another folder, a hidden file, and what is not seen are no names`(text: String) {
        #expect(LibraryName(text) == nil)
    }

    @Test func `a name has at most 64 bytes`() {
        #expect(LibraryName(String(repeating: "a", count: 64)) != nil)
        #expect(LibraryName(String(repeating: "a", count: 65)) == nil)
        #expect(LibraryName(String(repeating: "ö", count: 33)) == nil)
    }
}
