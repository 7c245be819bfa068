// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Simulator
import Testing

extension Simulations {
    /// Lines that are no request, or one that cannot be.
    @Suite struct BadRequestTests {
        /// A line, and the reason with which it is refused.
        private static let values: [(String, ErrorReason, String)] = [
            // Tempo.
            (#"{"method":"tempo.set","params":{"bpm":0}}"#, .outOfRange, "1...1000"),
            (#"{"method":"tempo.set","params":{"bpm":-5}}"#, .outOfRange, "1...1000"),
            (#"{"method":"tempo.set","params":{"bpm":1001}}"#, .outOfRange, "1...1000"),
            (#"{"method":"tempo.set","params":{"bpm":0.999}}"#, .outOfRange, "1...1000"),
            (#"{"method":"tempo.set","params":{"bpm":"fast"}}"#, .invalid, "Allegro"),
            (#"{"method":"tempo.set","params":{"bpm":""}}"#, .invalid, "Allegro"),
            (#"{"method":"tempo.set","params":{"bpm":"NaN"}}"#, .invalid, "Allegro"),
            (#"{"method":"tempo.set","params":{"bpm":true}}"#, .wrongType, "1...1000"),
            (#"{"method":"tempo.set","params":{"bpm":null}}"#, .wrongType, "1...1000"),
            (#"{"method":"tempo.set","params":{"bpm":[120]}}"#, .wrongType, "1...1000"),
            (#"{"method":"tempo.set","params":{"bpm":{"is":120}}}"#, .wrongType, "1...1000"),
            (#"{"method":"tempo.set","params":{}}"#, .missingParam, "bpm"),
            (#"{"method":"tempo.set"}"#, .missingParam, "bpm"),
            ("tempo 0", .outOfRange, "1000"), ("tempo 1001", .outOfRange, "1000"), ("tempo NaN", .invalid, "120"),
            ("tempo inf", .invalid, "120"), ("tempo fast", .invalid, "120"), ("tempo", .missingParam, "Allegro"),
            ("tempo -301", .outOfRange, "1000"), ("tempo x0", .invalid, "above 0"), ("tempo /0", .invalid, ""),
            ("tempo 0x78", .invalid, "120"), ("tempo 1e999", .invalid, ""),
            ("tempo 120 130", .unknownParam, "tempo <bpm>"),
            // Meter.
            ("meter 0/4", .outOfRange, "64"), ("meter 4/3", .invalid, "64"), ("meter 4", .invalid, "3/4"),
            ("meter 65/4", .outOfRange, "64"), ("meter -3/4", .invalid, "3/4"), ("meter 3/4/4", .invalid, "3/4"),
            ("meter", .missingParam, "meter"), (#"{"method":"meter.set","params":{"meter":3}}"#, .wrongType, "3/4"),
            // Bell.
            ("bell 0", .outOfRange, "1...128"), ("bell 129", .outOfRange, "1...128"),
            ("bell -1", .outOfRange, "1...128"),
            ("bell 4 on 5", .outOfRange, "1 to 4"), ("bell 4 on 0", .outOfRange, ""),
            ("bell sometimes", .invalid, "off"),
            ("bell off on 2", .invalid, ""), (#"{"method":"bell.set","params":{"every":2.5}}"#, .wrongType, "128"),
            (#"{"method":"bell.set","params":{"every":4,"on":"one"}}"#, .wrongType, "whole number"),
            // Volume and sounds.
            ("volume 1.1", .outOfRange, "0...1"), ("volume loud", .invalid, "0...1"),
            (#"{"method":"volume.set","params":{"volume":-0.1}}"#, .outOfRange, "0...1"),
            ("volume 101%", .outOfRange, "0...1"), ("sound beat nothing", .notFound, "beat"),
            ("sound beat ../beat", .invalid, "slash"), ("sound", .missingParam, ""), ("sound beat", .missingParam, ""),
            (#"{"method":"sound.set","params":{}}"#, .missingParam, ""),
            (#"{"method":"sound.set","params":{"beat":""}}"#, .invalid, ""),
            (#"{"method":"sound.set","params":{"beat":"beat","bell":"nothing"}}"#, .notFound, "bell"),
            (#"{"method":"subscribe","params":{"events":["beats"]}}"#, .invalid, "beat"),
            (#"{"method":"subscribe","params":{"events":"beat"}}"#, .wrongType, "list"),
            (#"{"method":"subscribe","params":{"events":[]}}"#, .invalid, "beat"),
        ]

        private static let requests: [(String, ErrorReason, String)] = [
            ("sing", .unknownMethod, ""), ("Start", .unknownMethod, "start"), ("temp 120", .unknownMethod, "tempo"),
            (#"{"method":"tempo.get"}"#, .unknownMethod, ""), (#"{"method":""}"#, .unknownMethod, ""),
            (#"{"method":"tempo.set","params":{"bpm":120,"beat":1}}"#, .unknownParam, "bpm"),
            (#"{"method":"status","params":{"all":true}}"#, .unknownParam, ""),
            (#"{"method":"start","params":[1]}"#, .wrongType, "object"),
            (#"{"method":"start","params":"now"}"#, .wrongType, "object"),
            (#"{"method":7}"#, .invalidRequest, "method"), (#"{"id":1}"#, .invalidRequest, "method"),
            (#"{"id":[],"method":"ping"}"#, .invalidRequest, "id"),
            (#"{"id":true,"method":"ping"}"#, .invalidRequest, "id"),
            (#"{"jsonrpc":"1.0","method":"ping"}"#, .invalidRequest, "2.0"),
            (#"{"jsonrpc":2.0,"method":"ping"}"#, .invalidRequest, "2.0"),
            (#"[{"method":"ping"}]"#, .invalidRequest, "one request per line"), ("[]", .invalidRequest, ""),
        ]

        private static let texts: [(String, ErrorReason, String)] = [
            (#"{"method":"tempo.set","params":{"bpm":NaN}}"#, .parseError, ""),
            (#"{"method":"tempo.set","params":{"bpm":1e999}}"#, .parseError, ""),
            (#"{"method":"tempo.set","params":{"bpm":120,"bpm":121}}"#, .parseError, "bpm"),
            (#"{"method":"ping""#, .parseError, ""), (#"{"method":"ping"} x"#, .parseError, ""), ("{", .parseError, ""),
            (#"{"method":"ping",}"#, .parseError, ""), (#"{'method':'ping'}"#, .parseError, ""),
            (#"{"id":"# + String(repeating: "[", count: 60000), .parseError, ""),
            (#"{"method":"\ud800"}"#, .parseError, ""), ("{\"method\":\"ping\u{1}\"}", .parseError, ""),
        ]

        @Test func `every bad line is refused with its reason and what is allowed, and the beat goes on`() throws {
            let bad = Self.values + Self.requests + Self.texts
            // A good line in between, so that the bad ones are not 20 in a row.
            let lines = bad.map { "0 \($0.0)\n0 ping" }.joined(separator: "\n")
            let outcome = try Simulation.outcome(of: "0 tempo 300\n0 start\npass 1000\n\(lines)\npass 2000")
            let answers = outcome.answers.dropFirst(2)
            try #require(answers.count == 2 * bad.count)
            for (index, (line, reason, advice)) in bad.enumerated() {
                let name = String(line.prefix(100))
                let error = answers[2 + 2 * index]["error"]
                let message = error?["message"]?.string ?? ""
                #expect(error?["data"]?["reason"]?.string == reason.rawValue, "\(name): \(message)")
                #expect(error?["code"]?.integer == reason.code, "\(name)")
                let allowed = (error?["data"]?["allowed"]?.array ?? []).compactMap(\.string)
                #expect(!message.isEmpty && !message.contains("\n") && message.utf8.count < 1000, "\(name)")
                #expect(advice.isEmpty || message.contains(advice) || allowed.contains(advice), "\(name): \(message)")
                #expect(answers[3 + 2 * index]["result"]?["now_ns"] != nil, "\(name)")
            }
            #expect(outcome.intervals.count > 10 && outcome.intervals.allSatisfy { abs($0 - 0.2) < 0.000_05 })
        }

        @Test func `an out-of-range error has the bounds`() throws {
            let all = [
                ("tempo 1001", "bpm", 1.0...1000), ("volume 2", "volume", 0...1), ("bell 0", "every", 1...128),
                ("bell 4 on 5", "on", 1...4), ("meter 0/4", "meter", 1...64),
            ]
            let answers = try Simulation.outcome(of: all.map { "0 \($0.0)" }.joined(separator: "\n")).answers
            for ((words, param, bounds), answer) in zip(all, answers) {
                let data = answer["error"]?["data"]
                #expect(data?["param"]?.string == param, "\(words)")
                #expect(
                    data?["min"]?.number == bounds.lowerBound && data?["max"]?.number == bounds.upperBound, "\(answer)")
            }
        }
    }
}
