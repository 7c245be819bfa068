// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MetronomeControl

@Suite struct RecordTests {
    private struct Part: WireRecord {
        var number = 0

        static let record = Record<Part>([.member("number", \.number, "From 1.")])
    }

    private struct Sample: WireRecord {
        var name = ""
        var ratePPM = 0.0
        var device: String?
        var trouble: String?
        var run = 0
        var parts: [Part] = []
        var amounts: [String: Double] = [:]

        static let record = Record<Sample>(
            "sample", "What a test writes.",
            [
                .member("name", \.name, form: .choice(["a", "b"]), "What it is called."),
                .member("rate_ppm", \.ratePPM, "In millionths."),
                .orNull("device", \.device, "Its device."),
                .leftOut("trouble", \.trouble, "What is wrong."),
                .member("run", \.run, "Which start."),
                .member("parts", \.parts, "In their order."),
                .member("amounts", \.amounts, "By name."),
            ])
    }

    private let full = Sample {
        $0.name = "a"; $0.ratePPM = 1.5; $0.device = "hw:0"; $0.trouble = "lost"; $0.run = 3
        $0.parts = [Part { $0.number = 1 }, Part { $0.number = 2 }]; $0.amounts = ["x": 0.5]
    }

    private func text(_ sample: Sample) -> String {
        String(decoding: JSONLine.encode(sample).dropLast(), as: UTF8.self)
    }

    private func read(_ text: String) throws(ControlError) -> Sample {
        try JSONLine.decode(Sample.self, from: Array(text.utf8))
    }

    @Test func `a record reads back what it writes`() throws {
        for sample in [full, Sample()] { #expect(try read(text(sample)) == sample) }
    }

    @Test func `a member without a value is null or left out, as its row says`() {
        #expect(text(Sample()) == #"{"amounts":{},"device":null,"name":"","parts":[],"rate_ppm":0,"run":0}"#)
    }

    @Test func `what may have no value may be missing or null`() throws {
        for more in ["", #","device":null,"trouble":null"#, #","unknown":[1]"#] {
            #expect(try read(#"{"amounts":{},"name":"","parts":[],"rate_ppm":0,"run":0"# + more + "}") == Sample())
        }
    }

    @Test(arguments: ["name", "rate_ppm", "run", "parts", "amounts"])
    func `a record without one of its members is refused, and the member is named`(name: String) throws {
        var members = try #require(try JSONLine.parse(JSONLine.encode(full)).object)
        members[name] = nil
        let missing = #expect(throws: ControlError.self) { try read(JSONValue.object(members).text) }
        #expect(missing?.message == "\(name) is missing")
        members[name] = .null
        let null = #expect(throws: ControlError.self) { try read(JSONValue.object(members).text) }
        #expect(null?.message == "\(name) is of another type than expected")
    }

    @Test(arguments: ["device", "trouble"])
    func `a value of another type is refused where there could be none, too`(name: String) throws {
        var members = try #require(try JSONLine.parse(JSONLine.encode(full)).object)
        members[name] = true
        let error = #expect(throws: ControlError.self) { try read(JSONValue.object(members).text) }
        #expect(error?.message == "\(name) is of another type than expected")
    }

    @Test func `a member of a part is named with its place`() throws {
        let error = #expect(throws: ControlError.self) {
            try read(text(full).replacing(#""number":2"#, with: #""number":"two""#))
        }
        #expect(error?.message == "parts.Index 1.number is of another type than expected")
    }

    @Test func `the table of the document has a line for each row`() {
        let type = Sample.record.type
        #expect(type.name == "sample" && type.summary == "What a test writes.")
        #expect(type.members.map(\.name) == ["name", "rate_ppm", "device", "trouble", "run", "parts", "amounts"])
        #expect(
            type.members.map(\.form) == [
                .choice(["a", "b"]), .number, .orNull(.text), .text, .integer,
                .list(.object([ValueMember("number", .integer, "From 1.")])), .map(.number),
            ])
        #expect(type.members.filter(\.isOptional).map(\.name) == ["trouble"])
        #expect(type.members.last?.summary == "By name.")
    }

    @Test func `where a record is part of another it is its name, or all of it where it has none`() {
        #expect([Sample].form == .list(.type("sample")))
        #expect(Part.form == .object(Part.record.members))
    }

    @Test func `the schema demands what is always there`() {
        let schema = Sample.record.type.schema
        #expect(schema["required"] == ["name", "rate_ppm", "device", "run", "parts", "amounts"])
        #expect(schema["properties"]?["device"]?["anyOf"] == [["type": "string"], ["type": "null"]])
        #expect(schema["properties"]?["parts"]?["items"]?["required"] == ["number"])
    }

    @Test func `what is no property is one of the other members, and reads back as that`() throws {
        let change = Change { ($0.run, $0.atBeat, $0.values) = (2, 1, ["bpm": 120, "new": [nil]]) }
        let line = #"{"at_bar":null,"at_bar_beat":null,"at_beat":1,"at_ns":null,"bpm":120,"new":[null],"run":2}"#
        #expect(try JSONLine.decode(Change.self, from: Array(line.utf8)) == change)
        #expect(String(decoding: JSONLine.encode(change).dropLast(), as: UTF8.self) == line)
    }
}
