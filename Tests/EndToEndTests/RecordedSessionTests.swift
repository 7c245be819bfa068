// SPDX-License-Identifier: Apache-2.0

import Foundation
import MetronomeControl
import Testing

/// `Recorded/session-0.1.txt` is what a client of 0.1 asks (`>`) and a daemon of 0.1 sends (`<`): an answer to each request,
/// and the first event of each kind. METRONOMED_UPDATE_REFERENCES=1 records the answers anew.
@Suite(.waits) struct RecordedSessionTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Recorded/session-0.1.txt")

    /// Requests with their answers, and the first event of each kind.
    private struct Session {
        var requests: [String] = []
        var answers: [JSONValue] = []
        var events: [String: JSONValue] = [:]

        mutating func take(_ line: JSONValue) {
            guard let kind = line["method"]?.string else { return answers.append(line) }
            if events[kind] == nil { events[kind] = line }
        }

        /// What was recorded.
        init(_ file: URL) throws {
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                let text = String(line.dropFirst(2))
                if line.hasPrefix("> ") { requests.append(text) } else { take(try JSONLine.parse(Array(text.utf8))) }
            }
        }

        /// What a daemon of this build says to these requests.
        init(_ requests: [String], to daemon: DaemonProcess) throws {
            self.requests = requests
            let client = try daemon.connect()
            for request in requests {
                try client.send(request)
                let count = answers.count
                while answers.count == count { take(try client.next()) }
                guard request.contains("start") else { continue }
                wait(milliseconds: 800)
                let kinds = ["event.beat", "event.motion", "event.frame"]
                while !kinds.allSatisfy(events.keys.contains) { take(try client.next()) }
            }
        }

        /// As it is recorded, without the folder of the sounds.
        var text: String {
            let exchanges = zip(requests, answers).map { "> \($0)\n< \($1.text)\n" }
            let events = events.sorted { $0.key < $1.key }.map { "< \($1.text)\n" }
            return (exchanges + events).joined()
                .replacing(/"path":"[^"]*\//, with: "\"path\":\"/usr/local/share/metronomed/sounds/")
        }
    }

    @Test func `a client of 0.1 is told all that it was told, in the same types and with the same meaning`() throws {
        let recorded = try Session(Self.file)
        try withDaemon { daemon in
            let present = try Session(recorded.requests, to: daemon)
            if ProcessInfo.processInfo.environment["METRONOMED_UPDATE_REFERENCES"] != nil {
                return try present.text.write(to: Self.file, atomically: true, encoding: .utf8)
            }
            #expect(recorded.answers.count == present.answers.count)
            for (request, (former, present)) in zip(recorded.requests, zip(recorded.answers, present.answers)) {
                for difference in differences(former, present, isMeasured: false) {
                    Issue.record("\(request): \(difference)\n\(former.text)\n\(present.text)")
                }
            }
            #expect(!recorded.events.isEmpty)
            for (kind, former) in recorded.events {
                let present = try #require(present.events[kind], "no \(kind)")
                for difference in differences(former, present, isMeasured: true) {
                    Issue.record("\(kind): \(difference)\n\(former.text)\n\(present.text)")
                }
            }
        }
    }

    /// Members whose values depend on the time, on the machine or on the version, or are for people: only their types are
    /// compared.
    private static let measured: Set<String> = [
        "at_ns", "at_beat", "at_bar", "at_bar_beat", "played_s", "played_bars", "now_ns", "seq", "uptime_s", "position",
        "pendulum", "motion", "timeline", "latency_ms",
        "realtime",
        "since_start", "last_minute", "rate_ppm", "path", "daemon", "minor", "message", "summary", "discussion",
        "examples", "xruns",
    ]

    /// What a later value lacks or tells otherwise; more than before it may tell.
    private func differences(_ former: JSONValue, _ present: JSONValue, isMeasured: Bool, at path: String = "")
        -> [String]
    {
        switch (former, present) {
        case (.null, _) where isMeasured: return []
        case (.object(let former), .object(let present)):
            return former.sorted { $0.key < $1.key }.flatMap { name, value -> [String] in
                guard let other = present[name] else { return ["\(path).\(name) is missing"] }
                // The result of a method is described in words.
                let isText = name == "result" && value.string != nil
                return differences(
                    value, other, isMeasured: isMeasured || isText || Self.measured.contains(name),
                    at: "\(path).\(name)")
            }
        case (.array(let former), .array(let present)):
            return former.enumerated().flatMap { index, value -> [String] in
                let other = counterpart(of: value, at: index, in: present)
                guard let other else { return isMeasured ? [] : ["\(path): \(value.text) is missing"] }
                return differences(value, other, isMeasured: isMeasured, at: "\(path)[\(index)]")
            }
        case (.integer, .integer), (.number, .number), (.integer, .number), (.number, .integer),
            (.string, .string), (.bool, .bool):
            return isMeasured || former == present ? [] : ["\(path) was \(former.text) and is \(present.text)"]
        default: return former == present ? [] : ["\(path) was \(former.text) and is \(present.text)"]
        }
    }

    /// The element of the same name; else the same text, else that at the same place.
    private func counterpart(of value: JSONValue, at index: Int, in elements: [JSONValue]) -> JSONValue? {
        for name in ["name", "reason"] {
            if let text = value[name]?.string { return elements.first { $0[name]?.string == text } }
        }
        if value.string != nil { return elements.first { $0 == value } }
        // A plain nil would be a null of JSON.
        return elements.indices.contains(index) ? elements[index] : Optional<JSONValue>.none
    }
}
