// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import SeededRandom
import Testing

@testable import MetronomeControl

/// What the encoder of Foundation writes is what is meant.
@Suite struct JSONWriterTests {
    private func meant(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private func written(_ value: some Encodable) throws -> String {
        String(decoding: try #require(JSONLine.bytes(of: value)), as: UTF8.self)
    }

    private static let texts = [
        "", "a", "A", "aa", "a b", "é", "e\u{301}", "😀", "\"", "\\", "/", "\n\r\t\u{8}\u{c}", "\u{0}", "\u{1}\u{f}",
        "\u{10}\u{1f}\u{7f}", "\u{2028}", "\r\n", "zu", "z", "subdivision_volume", "subdivision",
    ]

    private func value(levels: Int, _ random: inout SeededGenerator) -> JSONValue {
        switch Int.random(in: levels > 0 ? 0...7 : 0...5, using: &random) {
        case 0: .null
        case 1: .bool(.random(using: &random))
        case 2: .integer([0, -1, 7, .min, .max, 1_000_000].randomElement(using: &random) ?? 0)
        case 3: .number(.random(in: -1e6...1e6, using: &random))
        case 4: .number([0.5, 1e300, 2.5e-308, -0.0, 1e16, 123e20, 0.1].randomElement(using: &random) ?? 0)
        case 5: .string(Self.texts.randomElement(using: &random) ?? "")
        case 6: .array((0..<3).map { _ in value(levels: levels - 1, &random) })
        default:
            .object(
                Dictionary(
                    (0..<6).map { _ in
                        (Self.texts.randomElement(using: &random) ?? "", value(levels: levels - 1, &random))
                    }
                ) { $1 })
        }
    }

    @Test func `any value is written as it is meant`() throws {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<2000 {
            let value = value(levels: 4, &random)
            #expect(try written(value) == meant(value))
            #expect(try written(["in": [value]]) == meant(["in": [value]]))
        }
    }

    private struct Plain: Encodable {
        var zebra: Int8 = -8
        var apple: UInt16 = 16
        var middle: Float = 0.1
        var text: String? = "text"
        var nothing: String?
        var whole: UInt64 = .max
        var flags = [true, false]
        var lists = [[1.0, 2.5], []]
        var numbers: [Int: String] = [3: "three", -1: "less"]
        var empty: [String: Int] = [:]
    }

    @Test func `types of all kinds are written as they are meant`() throws {
        #expect(try written(Plain()) == meant(Plain()))
        #expect(try written([Plain(), Plain(text: nil)]) == meant([Plain(), Plain(text: nil)]))
        let error = ControlError(.outOfRange, "too \"much\"", param: "bpm", min: 1, max: 1e3)
        #expect(try written(["e": error]) == meant(["e": error]))
        let none: Int? = nil
        #expect(try written(none) == meant(none))
        #expect(try written([none, 1]) == meant([none, 1]))
    }

    private struct Twice: Encodable {
        enum Keys: String, CodingKey { case a, b, c, list }
        struct Nothing: Encodable { func encode(to encoder: any Encoder) {} }

        func encode(to encoder: any Encoder) throws {
            var first = encoder.container(keyedBy: Keys.self)
            try first.encode(1, forKey: .c)
            try first.encode(2, forKey: .a)
            var list = first.nestedUnkeyedContainer(forKey: .list)
            try list.encode("x")
            var inner = list.nestedContainer(keyedBy: Keys.self)
            try inner.encode(Nothing(), forKey: .b)
            try inner.encode(4, forKey: .a)
            var second = encoder.container(keyedBy: Keys.self)
            try second.encodeNil(forKey: .b)
            try second.encode(3, forKey: .c)
        }
    }

    @Test func `an object may be asked for twice, and of a key that is written twice the last value stays`() throws {
        #expect(try written([Twice()]) == meant([Twice()]))
    }

    @Test func `a number that is not finite is not written`() {
        #expect(JSONLine.bytes(of: [Double.nan]) == nil)
        #expect(JSONLine.bytes(of: ["x": Float.infinity]) == nil)
    }
}
