// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import MetronomeSession
import Testing

@testable import MetronomeControl

@Suite struct RequestTests {
    private func request(_ line: String) -> Request? { Request.parse(line: Array(line.utf8)) }

    private func refusal(_ line: String) -> ControlError? {
        guard case .failure(let error)? = request(line)?.call else { return nil }
        return error
    }

    private func call(_ line: String) throws -> Call { try #require(request(line)).call.get() }

    @Test(arguments: ["", " ", "\t \t", "\r", "\n", "\r\n", "  \r\n"])
    func `a blank line is ignored`(line: String) {
        #expect(request(line) == nil)
    }

    @Test func `the end of a line, and blanks before it, are not part of the request`() throws {
        for end in ["", "\n", "\r\n", "\r"] {
            #expect(try call("ping" + end) == .ping)
            #expect(try call("  ping \t" + end) == .ping)
            #expect(try call(" {\"method\":\"ping\"} " + end) == .ping)
        }
    }

    @Test func `a key is the same however it is escaped`() throws {
        let line = #"{"m\u0065thod":"tempo.set","\u0069d":7,"p\u0061rams":{"b\u0070m":120}}"#
        #expect(try call(line) == call(#"{"method":"tempo.set","id":7,"params":{"bpm":120}}"#))
        #expect(try #require(request(line)).id == request(#"{"id":7,"method":"ping"}"#)?.id)
    }

    @Test(arguments: [
        ("start", #"{"method":"start"}"#),
        ("stop", #"{"method":"stop","params":{}}"#),
        ("toggle", #"{"method":"toggle","params":null}"#),
        ("tempo 120", #"{"method":"tempo.set","params":{"bpm":120}}"#),
        ("tempo 120", #"{"method":"tempo.set","params":{"bpm":120.0}}"#),
        ("tempo 137.3", #"{"method":"tempo.set","params":{"bpm":137.3}}"#),
        ("tempo +5", #"{"method":"tempo.set","params":{"bpm":"+5"}}"#),
        ("tempo -2.5", #"{"method":"tempo.set","params":{"bpm":"-2.5"}}"#),
        ("tempo allegro", #"{"method":"tempo.set","params":{"bpm":"Allegro"}}"#),
        ("tempo x2", #"{"method":"tempo.set","params":{"bpm":"x2"}}"#),
        ("meter 3/4", #"{"method":"meter.set","params":{"meter":"3/4"}}"#),
        ("bell 4", #"{"method":"bell.set","params":{"every":4}}"#),
        ("bell 4 on 4", #"{"method":"bell.set","params":{"every":4,"on":4}}"#),
        ("bell off", #"{"method":"bell.set","params":{"every":"off"}}"#),
        ("bell bar", #"{"method":"bell.set","params":{"every":"bar"}}"#),
        ("volume 0.8", #"{"method":"volume.set","params":{"volume":0.8}}"#),
        ("volume 80%", #"{"method":"volume.set","params":{"volume":"80"}}"#),
        ("volume 1", #"{"method":"volume.set","params":{"volume":1}}"#),
        ("sound beat rim", #"{"method":"sound.set","params":{"beat":"rim"}}"#),
        ("sound bell cowbell", #"{"method":"sound.set","params":{"bell":"cowbell"}}"#),
        ("sound list", #"{"method":"sound.list"}"#),
        ("offset 40", #"{"method":"offset.set","params":{"offset_ms":40}}"#),
        ("offset +40", #"{"method":"offset.set","params":{"offset_ms":40}}"#),
        ("offset -2.5", #"{"method":"offset.set","params":{"offset_ms":-2.5}}"#),
        ("offset by 5", #"{"method":"offset.set","params":{"by_ms":5}}"#),
        ("offset by +5", #"{"method":"offset.set","params":{"by_ms":5}}"#),
        ("offset by -5", #"{"method":"offset.set","params":{"by_ms":-5}}"#),
        ("offset", #"{"method":"offset.get"}"#),
        ("latency low", #"{"method":"latency.set","params":{"latency":"low"}}"#),
        ("status", #"{"method":"status"}"#),
        ("timing", #"{"method":"timing"}"#),
        ("subscribe", #"{"method":"subscribe","params":{"events":["state","audio","beat"]}}"#),
        ("subscribe beat", #"{"method":"subscribe","params":{"events":["beat","beat"]}}"#),
        ("subscribe lead 500", #"{"method":"subscribe","params":{"lead_ms":500}}"#),
        ("subscribe lead 0 state beat", #"{"method":"subscribe","params":{"lead_ms":0,"events":["beat","state"]}}"#),
        (
            "subscribe motion heart.scale beat.phase",
            #"{"method":"subscribe","params":{"events":["motion"],"properties":["beat.phase","heart.scale"]}}"#
        ),
        (
            "subscribe frame 20 heart.scale",
            #"{"method":"subscribe","params":{"events":["frame"],"minimum_interval_ms":20,"properties":["heart.scale"]}}"#
        ),
        ("status heart.scale", #"{"method":"status","params":{"properties":["heart.scale"]}}"#),
        ("properties", #"{"method":"properties"}"#),
        ("unsubscribe", #"{"method":"unsubscribe"}"#),
        ("unsubscribe state", #"{"method":"unsubscribe","params":{"events":["state"]}}"#),
        ("version", #"{"method":"version"}"#),
        ("describe", #"{"method":"describe"}"#),
        ("ping", #"{"method":"ping"}"#),
        ("shutdown", #"{"method":"shutdown"}"#),
    ])
    func `words and JSON ask for the same`(words: String, json: String) throws {
        #expect(try call(words) == call(json))
    }

    private func edit(_ name: String, _ value: SettingValue) throws -> Edit {
        Edit([try #require(Key.named(name)): value])
    }

    @Test func `a call carries the values asked for`() throws {
        #expect(try call("tempo 137.3") == .change(.tempo(.to(Tempo(1373, over: 10)))))
        #expect(try call("meter 7/8") == .change(edit("meter", .meter(Meter(beats: 7, unit: 8)))))
        #expect(try call("bell 4 on 3") == .change(.bell(.every(BellPattern(every: 4, on: 3)))))
        #expect(try call("bell 4") == .change(.bell(.every(BellPattern(every: 4, on: 1)))))
        #expect(try call("volume 0.25") == .change(.volume(0.25)))
        #expect(try call("latency quiet") == .change(edit("audio.latency", .text("quiet"))))
        #expect(try call("offset by -5") == .offsetSet(.by(-5)))
        #expect(try call("subscribe") == .subscribe([.beat, .state, .audio], leadMs: nil))
        #expect(try call("subscribe lead 500 beat") == .subscribe([.beat], leadMs: 500))
        let both = #"{"method":"sound.set","params":{"beat":"a","bell":"b"}}"#
        #expect(try call(both) == .change(.sounds(["beat": "a", "bell": "b"])))
    }

    private static let badParameters: [(String, String, String?)] = [
        // bpm
        ("tempo 0", "out_of_range", "bpm"), ("tempo 1001", "out_of_range", "bpm"), ("tempo NaN", "invalid", "bpm"),
        ("tempo fast", "invalid", "bpm"), ("tempo", "missing_param", "bpm"), ("tempo inf", "invalid", "bpm"),
        ("tempo 120 130", "unknown_param", "130"), ("tempo 0x78", "invalid", "bpm"),
        (#"{"method":"tempo.set","params":{"bpm":0}}"#, "out_of_range", "bpm"),
        (#"{"method":"tempo.set","params":{"bpm":-5}}"#, "out_of_range", "bpm"),
        (#"{"method":"tempo.set","params":{"bpm":1001}}"#, "out_of_range", "bpm"),
        (#"{"method":"tempo.set","params":{"bpm":1000.0001}}"#, "out_of_range", "bpm"),
        (#"{"method":"tempo.set","params":{"bpm":99999999999999999999}}"#, "out_of_range", "bpm"),
        (#"{"method":"tempo.set","params":{"bpm":"1001"}}"#, "out_of_range", "bpm"),
        (#"{"method":"tempo.set","params":{"bpm":"NaN"}}"#, "invalid", "bpm"),
        (#"{"method":"tempo.set","params":{"bpm":"fast"}}"#, "invalid", "bpm"),
        (#"{"method":"tempo.set","params":{"bpm":""}}"#, "invalid", "bpm"),
        (#"{"method":"tempo.set","params":{"bpm":true}}"#, "wrong_type", "bpm"),
        (#"{"method":"tempo.set","params":{"bpm":null}}"#, "wrong_type", "bpm"),
        (#"{"method":"tempo.set","params":{"bpm":[120]}}"#, "wrong_type", "bpm"),
        (#"{"method":"tempo.set","params":{}}"#, "missing_param", "bpm"),
        (#"{"method":"tempo.set"}"#, "missing_param", "bpm"),
        (#"{"method":"tempo.set","params":{"bpm":120,"bmp":1}}"#, "unknown_param", "bmp"),
        (#"{"method":"tempo.set","params":[120]}"#, "wrong_type", "params"),
        (#"{"method":"tempo.set","params":120}"#, "wrong_type", "params"),
        // meter
        ("meter 0/4", "out_of_range", "meter"), ("meter 4/3", "invalid", "meter"), ("meter 4", "invalid", "meter"),
        ("meter", "missing_param", "meter"), ("meter 65/4", "out_of_range", "meter"),
        (#"{"method":"meter.set","params":{"meter":4}}"#, "wrong_type", "meter"),
        (#"{"method":"meter.set","params":{"meter":""}}"#, "invalid", "meter"),
        // bell
        ("bell 0", "out_of_range", "every"), ("bell -1", "out_of_range", "every"),
        ("bell 129", "out_of_range", "every"),
        ("bell 4 on 5", "out_of_range", "on"), ("bell 4 on 0", "out_of_range", "on"),
        ("bell often", "invalid", "every"),
        ("bell 4.5", "invalid", "every"), ("bell", "missing_param", "every"), ("bell 4 on", "missing_param", "on"),
        ("bell 4 at 1", "invalid", "at"), ("bell 4 on 1 for 2", "unknown_param", "for"),
        ("bell bar on 2", "invalid", "on"), ("bell off on 1", "invalid", "on"),
        (#"{"method":"bell.set","params":{"every":4.5}}"#, "wrong_type", "every"),
        (#"{"method":"bell.set","params":{"every":false}}"#, "wrong_type", "every"),
        (#"{"method":"bell.set","params":{"on":1}}"#, "missing_param", "every"),
        (#"{"method":"bell.set","params":{"every":4,"on":"1"}}"#, "wrong_type", "on"),
        // volume
        ("volume 1.1", "out_of_range", "volume"),
        ("volume 101%", "out_of_range", "volume"), ("volume loud", "invalid", "volume"),
        ("volume nan", "invalid", "volume"), ("volume", "missing_param", "volume"),
        (#"{"method":"volume.set","params":{"volume":true}}"#, "wrong_type", "volume"),
        // offset
        ("offset 2001", "out_of_range", "offset_ms"), ("offset -1000.5", "out_of_range", "offset_ms"),
        ("offset late", "wrong_type", "offset_ms"), ("offset by", "wrong_type", "offset_ms"),
        ("offset by x", "wrong_type", "by_ms"),
        ("offset 5 ms", "unknown_param", "ms"), (#"{"method":"offset.set"}"#, "missing_param", "offset_ms"),
        (#"{"method":"offset.set","params":{"offset_ms":5,"by_ms":5}}"#, "invalid", "by_ms"),
        (#"{"method":"offset.set","params":{"offset_ms":"+5"}}"#, "wrong_type", "offset_ms"),
        // latency
        ("latency", "missing_param", "latency"), ("latency 10", "invalid", "latency"),
        ("latency loud", "invalid", "latency"),
        (#"{"method":"latency.set","params":{"latency":10}}"#, "wrong_type", "latency"),
        // sound
        ("sound", "missing_param", nil), ("sound beat", "missing_param", "beat"),
        ("sound drum x", "unknown_param", "drum"),
        ("sound beat ../x", "invalid", "beat"), ("sound beat a/b", "invalid", "beat"),
        ("sound beat .x", "invalid", "beat"),
        (#"{"method":"sound.set","params":{"beat":""}}"#, "invalid", "beat"),
        (#"{"method":"sound.set","params":{"beat":"a\u0000b"}}"#, "invalid", "beat"),
        (#"{"method":"sound.set","params":{}}"#, "missing_param", "beat"),
        (#"{"method":"sound.set","params":{"beat":1}}"#, "wrong_type", "beat"),
        // the rest
        ("subscribe bear", "invalid", "events"), ("subscribe lead", "invalid", "events"),
        ("subscribe lead 10001", "out_of_range", "lead_ms"), ("subscribe lead -1 beat", "out_of_range", "lead_ms"),
        ("subscribe lead long", "wrong_type", "lead_ms"),
        (#"{"method":"subscribe","params":{"events":[]}}"#, "invalid", "events"),
        ("subscribe motion", "missing_param", "properties"), ("subscribe frame 16", "invalid", "events"),
        ("subscribe motion heart.size", "invalid", "properties"), ("status heart", "invalid", "properties"),
        ("subscribe frame 1 heart.scale", "out_of_range", "minimum_interval_ms"),
        (#"{"method":"subscribe","params":{"events":["beat"],"properties":["heart.scale"]}}"#, "invalid", "properties"),
        (#"{"method":"subscribe","params":{"minimum_interval_ms":16}}"#, "missing_param", "properties"),
        (#"{"method":"subscribe","params":{"properties":[1]}}"#, "invalid", "properties"),
        (#"{"method":"subscribe","params":{"events":"beat"}}"#, "wrong_type", "events"),
        (#"{"method":"subscribe","params":{"events":[1]}}"#, "invalid", "events"),
        (#"{"method":"status","params":{"x":1}}"#, "unknown_param", "x"), ("status now", "invalid", "properties"),
        ("quit", "unknown_method", nil), (#"{"method":"quit"}"#, "unknown_method", nil),
        (#"{"method":""}"#, "unknown_method", nil),
    ]

    @Test(arguments: badParameters)
    func `a bad parameter is refused with its reason and its name`(line: String, reason: String, param: String?) throws
    {
        let error = try #require(refusal(line), "\(line) was not refused")
        #expect(error.reason == reason)
        #expect(error.param == param)
        #expect(!error.message.isEmpty && !error.message.contains("\n"))
        #expect(request(line)?.isMalformed == false)
        #expect(request(line)?.wantsReply == true)
    }

    @Test func `a name of 64 bytes is the longest`() {
        #expect(refusal("sound beat " + String(repeating: "a", count: 64)) == nil)
        #expect(refusal("sound beat " + String(repeating: "a", count: 65))?.reason == "invalid")
    }

    @Test func `a number out of range comes with the range`() {
        for line in ["tempo 1001", #"{"method":"tempo.set","params":{"bpm":-5}}"#] {
            #expect(refusal(line)?.min == 1 && refusal(line)?.max == 1000)
        }
        #expect(refusal("bell 4 on 5")?.max == 4)
        #expect(refusal("volume 2")?.max == 1)
    }

    @Test func `an unknown verb lists what there is, and suggests what is near`() {
        #expect(refusal("frobnicate")?.allowed == CommandTable.verbs)
        #expect(refusal("tmepo 120")?.message.contains("did you mean tempo?") == true)
        #expect(refusal("Tempo 120")?.message.contains("did you mean tempo?") == true)
        #expect(refusal(#"{"method":"tempo"}"#)?.message.contains("did you mean tempo.set?") == true)
        #expect(refusal("tempo.set 120")?.message.contains("did you mean tempo <bpm>?") == true)
        #expect(refusal("frobnicate")?.message.contains("did you mean") == false)
    }

    @Test(arguments: [
        "[]", "[{\"method\":\"ping\"}]", "{}", "{\"id\":1}", "{\"method\":1}", "{\"method\":null}",
        "{\"id\":true,\"method\":\"ping\"}", "{\"id\":[1],\"method\":\"ping\"}", "{\"id\":{},\"method\":\"ping\"}",
        "{\"jsonrpc\":\"1.0\",\"method\":\"ping\"}", "{\"jsonrpc\":2.0,\"method\":\"ping\"}",
        "{\"jsonrpc\":null,\"method\":\"ping\"}", "{\"jsonrpc\":\"2.0\"}",
    ])
    func `JSON that is no request is an invalid request, and gets an answer`(line: String) {
        #expect(refusal(line)?.code == -32600)
        #expect(refusal(line)?.reason == "invalid_request")
        #expect(request(line)?.isMalformed == true)
        #expect(request(line)?.wantsReply == true)
    }

    @Test func `what is not JSON or not UTF-8 is a parse error without an id`() throws {
        let lines: [[UInt8]] = [
            Array("{\"id\":1".utf8), Array("{\"id\":1,\"id\":2}".utf8), [0xFF, 0xFE], Array("ping ".utf8) + [0xC3],
            Array("{\"method\":\"".utf8) + [0xFF] + Array("\"}".utf8),
        ]
        for line in lines {
            let request = try #require(Request.parse(line: line))
            guard case .failure(let error) = request.call else {
                Issue.record("accepted \(line)")
                continue
            }
            #expect(error.code == -32700 && error.reason == "parse_error")
            #expect(request.id == .none && request.isMalformed && request.wantsReply)
        }
    }

    @Test func `only a strict request without an id is a notification`() {
        #expect(request(#"{"jsonrpc":"2.0","method":"ping"}"#)?.wantsReply == false)
        #expect(request(#"{"jsonrpc":"2.0","method":"nothing"}"#)?.wantsReply == false)
        #expect(request(#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#)?.wantsReply == true)
        #expect(request(#"{"method":"ping"}"#)?.wantsReply == true)
        #expect(request("ping")?.wantsReply == true)
    }

    @Test func `unknown members of the envelope are ignored`() throws {
        #expect(try call(#"{"method":"ping","comment":{"a":1}}"#) == .ping)
    }

    @Test func `a request written by us is read by us`() throws {
        let line = Request.line("tempo.set", params: ["bpm": 120], id: 7)
        let request = try #require(Request.parse(line: line))
        #expect(request.id == RequestID(7) && !request.isStrict)
        #expect(try request.call.get() == .change(.tempo(.to(Tempo(120)))))
    }

    @Test func `any slice of bytes will do`() throws {
        let bytes = Array("xxping\nyy".utf8)
        #expect(try Request.parse(line: bytes[2...6])?.call.get() == .ping)
    }
}
