// SPDX-License-Identifier: Apache-2.0

import TOML
import Testing

@Suite struct TOMLDocumentTests {
    private func refused(_ text: [UInt8]) -> TOMLDocument.Refusal? {
        do {
            _ = try TOMLDocument(text)
            return nil
        } catch {
            return error
        }
    }

    @Test func `values come in the order of the text, each with the place of its key`() throws {
        let text = """
            zeal = "a\\"\\u0001ü"
            [audio]
              device = "hw:0"
            fill_ms = 12.5
            list = [1, [true], {x = -2}]
            """
        let entries = try TOMLDocument(Array(text.utf8)).entries
        #expect(entries.map(\.path) == [["zeal"], ["audio", "device"], ["audio", "fill_ms"], ["audio", "list"]])
        #expect(entries.map(\.place.line) == [1, 3, 4, 5])
        #expect(entries.map(\.place.column) == [1, 3, 1, 1])
        #expect(entries[0].node.value == .string("a\"\u{1}ü") && entries[1].node.value == .string("hw:0"))
        #expect(entries[2].node.value == .number(12.5))
        guard case .array(let list) = entries[3].node.value, list.count == 3, case .array(let inner) = list[1].value,
            case .table(let table) = list[2].value
        else {
            Issue.record("\(entries[3].node.value)")
            return
        }
        #expect(list[0].value == .integer(1) && inner.map(\.value) == [.bool(true)])
        #expect(table["x"]?.value == .integer(-2))
        #expect(list.map(\.column) == [9, 12, 20] && table["x"]?.column == 21)
    }

    @Test func `each table of a list of tables has a place of its own`() throws {
        let text = "[[section]]\nbars = 4\n\n  [[section]]\n[[section.ending]]\nbars = 1"
        let root = try TOMLDocument(Array(text.utf8)).root
        guard case .array(let sections) = root["section"]?.value, sections.count == 2,
            case .table(let first) = sections[0].value, case .table(let second) = sections[1].value,
            case .array(let endings) = second["ending"]?.value
        else {
            Issue.record("\(root)")
            return
        }
        #expect(sections.map(\.line) == [1, 4] && first["bars"]?.line == 2)
        #expect(endings.map(\.line) == [5])
    }

    @Test func `a reason that names a column of a text points to it in the file, where that can be read there`() throws
    {
        let text = """
            a = "xx.q"
            b =   'xü.q'
            c = "x\\u002eq"
            list = ["x.q"]
            """
        let entries = try TOMLDocument(Array(text.utf8)).entries
        let (one, two, three) = (entries[0].node, entries[1].node, entries[2].node)
        #expect(one.mistake("column 4: no step") == (TOMLDocument.Place(line: 1, column: 9), "no step"))
        #expect(two.mistake("lanes: column 4: no step") == (TOMLDocument.Place(line: 2, column: 11), "lanes: no step"))
        #expect(three.mistake("column 3: no step") == (three.place, "column 3 of the text: no step"))
        #expect(one.mistake("a column 4: x") == (one.place, "a column 4: x"))
        guard case .array(let list) = entries[3].node.value else { return #expect(Bool(false)) }
        #expect(list[0].mistake("column 3: no") == (TOMLDocument.Place(line: 4, column: 12), "no"))
    }

    @Test func `what a reason quotes, and a column behind the text, are no place in it`() throws {
        let node = try TOMLDocument(Array("a = \"column 2: x\"".utf8)).entries[0].node
        for reason in [
            "\"column 2: x\" is no meter", "\": column 2: \" is no meter", "lanes: \"x: column 2: \" is no lane",
            "column 9223372036854775807: no step", "column 13: no step", "column 0: no step",
        ] {
            #expect(node.mistake(reason) == (node.place, reason))
        }
        #expect(node.mistake("column 12: it ends").place.column == 17)
        #expect(
            node.mistake("column 1: \": column 3: \" is no step") == (
                TOMLDocument.Place(line: 1, column: 6), "\": column 3: \" is no step"
            ))
    }

    @Test func `a text that is not closed is told as such`() {
        let refusal = refused(Array("a = 1\nb = \"kick\nc = 2\n".utf8))
        #expect(refusal?.place?.line == 2 && refusal?.message.contains("not closed") == true)
        #expect(refused(Array("b = \"ki\u{1}ck\"".utf8))?.message.contains("not closed") == false)
    }

    @Test func `a quoted key with a dot is not two keys`() throws {
        #expect(try TOMLDocument(Array(#""a.b" = 1"#.utf8)).entries.map(\.path) == [["a.b"]])
        #expect(try TOMLDocument(Array("a.b = 1".utf8)).entries.map(\.path) == [["a", "b"]])
    }

    @Test func `an empty text says nothing, and an empty table is a value`() throws {
        #expect(try TOMLDocument([]).entries.isEmpty)
        #expect(try TOMLDocument(Array("# only this\n".utf8)).entries.isEmpty)
        #expect(try TOMLDocument(Array("[bell]".utf8)).entries.map(\.node.value) == [.table([:])])
    }

    @Test(arguments: [
        ("a = 1\na = 2", 2, 5), ("a = ", 1, 5), ("\n a = nan", 2, 6), ("a = -inf", 1, 5), ("a = 2020-01-01", 1, 5),
        ("b = [1, 07:32:00]", 1, 9), ("a = 99999999999999999999", 1, 25), ("a = \"\0\"", 1, 6),
    ])
    func `what has no value is refused with its line and column`(text: String, line: Int, column: Int) throws {
        let refusal = try #require(refused(Array(text.utf8)))
        #expect(refusal.place == TOMLDocument.Place(line: line, column: column))
        #expect(!refusal.message.isEmpty)
    }

    @Test(arguments: ["name = waltz", "a = [x]", "\ntitle = Etude"])
    func `a text without quotation marks is said to need them`(text: String) throws {
        #expect(try #require(refused(Array(text.utf8))).message.contains("in quotation marks"))
    }

    @Test(arguments: [
        ("[/b]", 1, 2), ("a = 1\n [$]", 2, 3), ("[[\u{1}]]", 1, 3), ("[ \u{F}\u{F}", 1, 3), ("[\n[a]]", 1, 2),
    ])
    func `a table without a name is refused with its line and column`(text: String, line: Int, column: Int) throws {
        let refusal = try #require(refused(Array(text.utf8)))
        #expect(refusal.place == TOMLDocument.Place(line: line, column: column))
        #expect(!refusal.message.isEmpty)
    }

    @Test func `broken UTF-8 is refused with its line and column`() throws {
        let refusal = try #require(refused(Array("x = 1\ny = \"".utf8) + [0xFF, 0x22]))
        #expect(refusal.place == TOMLDocument.Place(line: 2, column: 5))
        #expect(refusal.message.lowercased().contains("utf-8"))
    }

    @Test func `no depth of nesting breaks the reader`() {
        #expect(refused(Array("a = \(String(repeating: "[", count: 100_000))".utf8))?.place != nil)
        #expect(refused(Array("\(String(repeating: "a.", count: 100_000))b = 1".utf8))?.place?.line == 1)
        let list = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
        #expect(refused(Array("a = \(list)".utf8)) == nil)
    }

    @Test func `a text of more values than anything needs is refused where the first comes that is too many`() throws {
        func list(_ count: Int) -> [UInt8] { Array("a = [\n\(String(repeating: "0,\n", count: count))]".utf8) }
        #expect(refused(list(199_998)) == nil)
        let refusal = try #require(refused(list(300_000)))
        #expect(refusal.place == TOMLDocument.Place(line: 200_000, column: 2))
        #expect(refusal.message == "there are more than 200000 values: it is too large")
        // Tables are values, however they are written.
        for text in [
            String(repeating: "[[a]]\n", count: 200_001), (0..<200_001).map { "a\($0).b = 1\n" }.joined(),
            "a = [" + String(repeating: "{},", count: 210_000) + "]",
            (0..<1000).map { "[a\($0).\(Array(repeating: "b", count: 220).joined(separator: "."))]\n" }.joined(),
        ] {
            #expect(refused(Array(text.utf8))?.message == refusal.message, "\(text.prefix(20))")
        }
        // What is in texts and comments is none.
        let commas = String(repeating: ",", count: 300_000)
        #expect(refused(Array("a = \"\(commas)\" # \(commas)".utf8)) == nil)
    }

    @Test func `texts and comments may have as many dots as they like, and so may a line of numbers`() throws {
        let dots = String(repeating: "x.", count: 5000)
        for text in [
            "lanes = \"\(dots)\"", "lanes = '\(dots)' # \(dots)", "# \(dots)\na = 1",
            "a = \"\"\"\n\(dots)\\\"\"\"\"\"\nb = 1", "a = \'\'\'\n\(dots)\'\'\'\'\'\nb = 1",
            "a = [\(Array(repeating: "0.5", count: 5000).joined(separator: ", "))]",
            "\"\(dots)\" = 1", "[a.'\(dots)']\nb = 1", "a = \"\\\"\(dots)\"",
            (0..<500).map { "k\($0).a.b = 0.5" }.joined(separator: "\n"),
            (0..<500).map { "[t\($0).a.b]" }.joined(separator: "\n"),
        ] {
            #expect(throws: Never.self, "\(text.prefix(40))") { try TOMLDocument(Array(text.utf8)) }
        }
    }

    @Test func `keys, tables and lists nest 240 levels deep together, and no deeper`() throws {
        func parts(_ count: Int) -> String { Array(repeating: "a", count: count).joined(separator: ".") }
        #expect(refused(Array("\(parts(240)) = 1".utf8)) == nil)
        for text in [
            "\(parts(241)) = 1", "x = 1\n[\(parts(242))]", "[[\(parts(120))]]\n\(parts(121)) = 1",
            "\(parts(100)) = [\n{\(parts(100)) =\n[\n{\(parts(100)) = 1}]}]",
            "a = \"\"\"x\"\"\"\"\n\(parts(300)) = 1", "a = '#'\n\(parts(300)) = 1", "a = \"\\\\\"\n\(parts(300)) = 1",
        ] {
            let refusal = try #require(refused(Array(text.utf8)), "\(text.prefix(40))")
            #expect(refusal.message.hasPrefix("nested more than 240 levels") && refusal.place != nil)
        }
        // No sum of them leads deeper than the stack can follow.
        let line = "{\(parts(200)) = [\n"
        #expect(refused(Array("a = \(String(repeating: line, count: 250))".utf8))?.place?.line == 2)
    }

    @Test(arguments: ["b = \"Übung", "b = \"kick\r", "b = \"Ü 𝄞\r"])
    func `a text that is not closed is told as such, whatever its letters and the end of its line`(line: String) {
        for text in [line, line + "\nc = 2\n"] {
            let refusal = refused(Array(text.utf8))
            #expect(refusal?.message.contains("not closed") == true, "\(text) \(refusal?.message ?? "")")
        }
    }
}
