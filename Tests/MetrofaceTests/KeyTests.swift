// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import metroface

@Suite struct KeyTests {
    private func keys(_ text: String) -> [Key] {
        var reader = KeyReader()
        return reader.keys(text.utf8)
    }

    @Test func `arrows are one key, in both of their forms`() {
        #expect(keys("\u{1B}[A\u{1B}[B\u{1B}OC\u{1B}OD") == [.up, .down, .right, .left])
    }

    @Test func `an arrow whose bytes come apart is one key`() {
        var reader = KeyReader()
        #expect(reader.keys([0x1B]).isEmpty && reader.isWaiting)
        #expect(reader.keys([0x5B]).isEmpty && reader.isWaiting)
        #expect(reader.keys([0x41]) == [.up] && !reader.isWaiting)
    }

    @Test func `Escape is known when nothing follows it, or another key does`() {
        var reader = KeyReader()
        #expect(reader.keys([0x1B]).isEmpty)
        #expect(reader.flush() == [.escape] && !reader.isWaiting)
        #expect(reader.flush().isEmpty)
        #expect(keys("\u{1B}q") == [.escape, .sign("q")])
    }

    @Test func `sequences without a meaning here are skipped whole`() {
        #expect(keys("\u{1B}[1;5A\u{1B}[200~q") == [.sign("q")])
        #expect(keys("é+") == [.sign("+")])
        #expect(keys("\u{1B}[" + String(repeating: "1", count: 100) + "q").count < 80)
    }

    @Test func `every key of the help does something`() {
        for key in " +-=_[]bnpt?qhmsurc<>,.29\n\r" { #expect(KeyAction(.sign(key)) != nil) }
        for key in [Key.up, .down, .left, .right, .escape, .sign("\u{3}")] { #expect(KeyAction(key) != nil) }
        #expect(KeyAction(.sign("x")) == nil && KeyAction(.sign("1")) == nil && KeyAction(.sign("5")) == .meter(5))
    }
}
