// SPDX-License-Identifier: Apache-2.0

import SeededRandom
import Testing

@testable import MetronomeControl

@Suite struct JSONLineTests {
    @Test func `a value is one line, keys sorted, slashes plain, numbers as short as they are`() {
        let value: JSONValue = ["b": [1, 137.3, 120.0, true, nil], "a": "3/4"]
        #expect(
            String(decoding: JSONLine.encode(value), as: UTF8.self) == #"{"a":"3/4","b":[1,137.3,120,true,null]}"#
                + "\n")
    }

    @Test func `what is written reads back the same`() throws {
        let value: JSONValue = ["text": "é\n\"\\ \u{1F3B5}", "list": [[], [:], -0.5, 9_007_199_254_740_993]]
        #expect(try JSONLine.parse(JSONLine.encode(value)) == value)
    }

    @Test func `a number that JSON cannot represent becomes an internal error`() {
        let line = String(decoding: JSONLine.encode([Double.nan]), as: UTF8.self)
        #expect(line.contains(#""reason":"internal""#) && line.hasSuffix("\n"))
    }

    @Test func `a whole number is an integer however it is written, and a boolean is no number`() throws {
        #expect(try JSONLine.parse(Array("[1.0,1e2,true]".utf8)) == [1, 100, true])
        #expect(JSONValue.bool(true).integer == nil && JSONValue.bool(true).number == nil)
        #expect(JSONValue.integer(1).bool == nil)
    }

    @Test(arguments: [
        "", "{", "{}}", "{} {}", "[1,]", "{\"a\":1,}", "{'a':1}", "nul", "NaN", "Infinity", "-Infinity", "[1e999]",
        "[-1e999]", "[01]", "\"\\ud800\"", "\"", "{\"a\" 1}", "[1] x", "/**/1", "\u{0}", "[1 , ]",
        "[,1]", "\"a\tb\"", "-", "1.", ".5", "1e", "+1", "0x1", "1.e1", "tru", "truex", "\"\\x\"", "\"\\u12g4\"",
        "\"\\udc00\"",
        "\"\\ud800\\u0041\"", "\"\\ud800x\"", "\"\\", "[1", "[1 2]", "{\"a\"", "{\"a\":}", "{1:2}", "]",
        "{\"a\u{1}\":1}",
    ])
    func `what is not JSON is refused`(text: String) {
        #expect(throws: ControlError.self) { try JSONLine.parse(Array(text.utf8)) }
    }

    @Test func `a text reads as it was meant, whatever escapes it is written with`() throws {
        let written = #"" \" \\ \/ \b\f\n\r\t \u00e9 \u20AC \ud83c\udfb5 é \u0000.""#
        #expect(
            try JSONLine.parse(Array(written.utf8))
                == .string(" \" \\ / \u{8}\u{C}\n\r\t é € \u{1F3B5} é \u{0}."))
    }

    @Test func `a number reads as the nearest one that there is`() throws {
        for (written, value) in [
            ("-0", 0), ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("9223372036854775808", .number(0x1p63)), ("1e18", .integer(1_000_000_000_000_000_000)),
            ("137.3", 137.3), ("5e-324", .number(.leastNonzeroMagnitude)), ("1e-400", 0), ("0.1E+1", 1),
        ] as [(String, JSONValue)] {
            #expect(try JSONLine.parse(Array(written.utf8)) == value, "\(written)")
        }
    }

    @Test(arguments: [
        #"{"a":1,"a":2}"#, #"{"x":{"a":1,"b":[{}],"a":2}}"#, #"[{"a":{"a":1},"a":1}]"#, #"{"a":1,"\u0061":2}"#,
        #"{"a":{},"a":[]}"#, #"{"a":"}","a":1}"#,
    ])
    func `a key given twice is refused`(text: String) {
        let error = #expect(throws: ControlError.self) { try JSONLine.parse(Array(text.utf8)) }
        #expect(error?.message == "the key \"a\" is given twice")
    }

    @Test(arguments: [#"[{"a":1},{"a":1}]"#, #"{"a":{"a":{"a":1}}}"#, #"{"a":"a","b":"a"}"#, #"{"a":["b","b"],"b":1}"#])
    func `the same key in another object is another key`(text: String) throws {
        #expect(throws: Never.self) { try JSONLine.parse(Array(text.utf8)) }
    }

    @Test func `nesting is read to its limit, and refused beyond`() {
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        #expect(throws: Never.self) { try JSONLine.parse(nested(JSONLine.maximumDepth)) }
        #expect(throws: ControlError.self) { try JSONLine.parse(nested(JSONLine.maximumDepth + 1)) }
        #expect(throws: ControlError.self) { try JSONLine.parse(nested(100_000)) }
    }

    @Test(arguments: [
        [0x22, 0xFF, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xE2, 0x82, 0x22],
        // Valid UTF-16: `{}`.
        [0x7B, 0x00, 0x7D, 0x00], [0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00],
    ])
    func `only UTF-8 is read`(bytes: [UInt8]) {
        #expect(throws: ControlError.self) { try JSONLine.parse(bytes) }
    }

    @Test(arguments: UInt64(0)..<10)
    func `no line whatever makes the reader fail otherwise than by an error`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let alphabet = Array(#"{}[]",:\u0e1-+.truefalsn "#.utf8) + [0, 0x80, 0xFF]
        for _ in 0..<500 {
            let bytes = (0..<Int.random(in: 0...40, using: &random)).compactMap { _ in
                alphabet.randomElement(using: &random)
            }
            guard let value = try? JSONLine.parse(bytes) else { continue }
            #expect((try? JSONLine.parse(JSONLine.encode(value))) == value)
        }
    }
}
