// SPDX-License-Identifier: Apache-2.0

import Control
import Testing

@Suite(.waits) struct WireTests {
    @Test func `words and JSON are the same request`() throws {
        try withDaemon { daemon in
            let client = try daemon.connect()
            let pairs: [(String, String, [String: JSONValue])] = [
                ("tempo 137.3", "tempo.set", ["bpm": 137.3]),
                ("tempo Largo", "tempo.set", ["bpm": "Largo"]),
                ("meter 7/8", "meter.set", ["meter": "7/8"]),
                ("bell 4 on 2", "bell.set", ["every": 4, "on": 2]),
                ("bell off", "bell.set", ["every": "off"]),
                ("volume 30%", "volume.set", ["volume": 0.3]),
                (
                    "set tempo=96 meter=7/8 bell=4 on 2 volume=30%", "settings.set",
                    ["tempo": 96, "meter": "7/8", "bell": "4 on 2", "volume": 0.3]
                ),
                ("set bell=bar sounds.beat=bell", "settings.set", ["bell": "bar", "sounds.beat": "bell"]),
                ("sound beat bell", "sound.set", ["beat": "bell"]),
                ("sound list", "sound.list", [:]),
                ("stop", "stop", [:]),
                ("version", "version", [:]),
                ("describe", "describe", [:]),
                ("subscribe state", "subscribe", ["events": ["state"]]),
                ("unsubscribe state", "unsubscribe", ["events": ["state"]]),
            ]
            for (words, method, params) in pairs {
                var answers = [try client.say(words), try client.call(method, params: params, timeout: patience).get()]
                // The status in the answer differs each time.
                if words.hasPrefix("subscribe") { answers = answers.compactMap { $0["events"] } }
                #expect(answers[0] == answers[1], "\(words)")
            }
        }
    }

    @Test func `the answer repeats the id, whatever it is`() throws {
        try withDaemon { daemon in
            let client = try daemon.connect()
            let ids: [(String, JSONValue)] = [
                (#""a""#, "a"), ("7", 7), ("1.5", 1.5), ("null", nil), ("-9007199254740993", -9_007_199_254_740_993),
            ]
            for (text, id) in ids {
                try client.send(#"{"id":\#(text),"method":"ping"}"#)
                let answer = try client.next()
                #expect(answer["id"] == id)
                #expect(answer["result"]?["now_ns"]?.integer != nil)
                #expect(answer["jsonrpc"] == nil)
            }
            try client.send(#"{"id":12345678901234567890,"method":"ping"}"#)
            let raw = String(decoding: try client.nextLine(timeout: patience), as: UTF8.self)
            #expect(raw.hasPrefix(#"{"id":12345678901234567890,"result":{"#))
            try client.send(#"{"method":"ping","more":[1]}"#)
            #expect(try client.next()["id"] == nil as JSONValue)
        }
    }

    @Test func `a strict request without an id gets no answer`() throws {
        try withDaemon { daemon in
            let client = try daemon.connect()
            try client.send(#"{"jsonrpc":"2.0","method":"tempo.set","params":{"bpm":77}}"#)
            try client.send(#"{"jsonrpc":"2.0","method":"tempo.set","params":{"bpm":0}}"#)
            try client.send(#"{"jsonrpc":"2.0","id":1,"method":"status"}"#)
            let answer = try client.next()
            #expect(answer["id"] == 1)
            #expect(answer["jsonrpc"] == "2.0")
            #expect(answer["result"]?["bpm"] == 77)
        }
    }

    @Test func `answers come in the order of the requests`() throws {
        try withDaemon("--bpm", "300") { daemon in
            let client = try daemon.connect()
            let slow = [
                #""method":"sound.set","params":{"beat":"bell"}"#, #""method":"sound.list""#, #""method":"start""#,
                #""method":"tempo.set","params":{"bpm":"x2"}"#,
            ]
            let requests = (0..<200).map { index in
                let request = index % 10 == 0 ? slow[index / 10 % slow.count] : #""method":"ping""#
                return #"{"id":\#(index),\#(request)}"# + (index % 3 == 0 ? "\r\n\n" : "\n")
            }
            try client.send(Array(requests.joined().utf8), timeout: patience)
            for index in 0..<200 {
                #expect(try client.next()["id"] == .integer(Int64(index)))
            }
        }
    }

    @Test func `a client that has said its last word is answered, then closed`() throws {
        try withDaemon("--bpm", "300") { daemon in
            let client = try daemon.connect()
            // The last line needs no end.
            try client.send(Array("tempo 99\nsound list\nstatus".utf8), timeout: patience)
            client.endSending()
            let lines = try client.linesUntilTheEnd()
            try #require(lines.count == 3)
            #expect(lines[0]["result"]?["bpm"] == 99)
            #expect(lines[1]["result"]?["sounds"]?.array?.isEmpty == false)
            #expect(lines[2]["result"]?["bpm"] == 99)

            let silent = try daemon.connect()
            silent.endSending()
            #expect(try silent.linesUntilTheEnd().isEmpty)
        }
    }

    @Test func `a line may come in pieces`() throws {
        try withDaemon { daemon in
            let client = try daemon.connect()
            for byte in #"{"id":"ü","method":"ping"}"#.utf8 {
                try client.send([byte], timeout: patience)
                wait(milliseconds: 1)
            }
            try client.send("")
            #expect(try client.next()["id"] == "ü")
        }
    }

    @Test func `a client that hangs up with requests on their way harms nobody`() throws {
        try withDaemon("--bpm", "600") { daemon in
            try daemon.isUndisturbed {
                for _ in 0..<20 {
                    let client = try daemon.connect()
                    try client.send("subscribe\nsound list\nstatus\nsound beat beat\nst")
                }
            }
        }
    }

    @Test func `the daemon says nothing until it is asked`() throws {
        try withDaemon("--bpm", "900") { daemon in
            let client = try daemon.connect()
            #expect(try client.nextEvent(timeout: .milliseconds(300)) == nil)
        }
    }
}
