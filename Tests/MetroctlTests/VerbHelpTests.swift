// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Testing

@testable import metroctl

struct VerbHelpTests {
    @Test(arguments: [
        ("plain words", "plain words"), ("", ""), ("says `at` and `bar`", "says --at and bar"), ("`at`", "--at"),
        ("at `3/4`, at once", "at 3/4, at once"), ("one ` alone", "one  alone"),
    ])
    func `help shows code without backquotes, and the parameter at as an option`(text: String, shown: String) {
        #expect(CommandConfiguration.plain(text) == shown)
    }

    @Test(arguments: [
        ("tempo 120", "tempo 120"), ("lane hat (x.)*4", "lane hat '(x.)*4'"),
        ("on beat 'echo $b'", "on beat 'echo $b'"),
        ("accents X|x  a", "accents 'X|x'  a"),
    ])
    func `an example is quoted where a shell would read a sign of its own`(words: String, shown: String) {
        #expect(CommandConfiguration.quoted(words) == shown)
        #expect(
            CommandConfiguration.quotedWord("a b|c") == "'a b|c'" && CommandConfiguration.quotedWord("rim") == "rim")
    }
}
