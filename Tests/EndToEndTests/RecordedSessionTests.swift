// SPDX-License-Identifier: Apache-2.0

import Control
import Foundation
import Testing

/// `Recorded/session-1.0.txt` is what a client of protocol 1.0 asked (`>`) and a daemon of 1.0 sent (`<`).
@Suite(.waits) struct RecordedSessionTests {
    /// What was recorded: requests with their answers, and events.
    private struct Session {
        var exchanges: [(request: String, answer: JSONValue)] = []
        var events: [JSONValue] = []

        init() throws {
            let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Recorded/session-1.0.txt")
            var request = ""
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                if line.hasPrefix("> ") {
                    request = String(line.dropFirst(2))
                    continue
                }
                let value = try JSONLine.parse(Array(line.dropFirst(2).utf8))
                if value["method"] == nil { exchanges.append((request, value)) } else { events.append(value) }
            }
        }
    }

    @Test func `a client of protocol 1.0 is told all that it was told, in the same types and with the same meaning`()
        throws
    {
        let recorded = try Session()
        try withDaemon { daemon in
            let client = try daemon.connect()
            var events: [JSONValue] = []
            for (request, answer) in recorded.exchanges {
                try client.send(request)
                while true {
                    let line = try client.next()
                    guard line["method"] == nil else {
                        events.append(line)
                        continue
                    }
                    for difference in differences(answer, line, isMeasured: false) {
                        Issue.record("\(request): \(difference)\n\(answer.text)\n\(line.text)")
                    }
                    break
                }
                // Time for beats, movements and frames.
                if request.contains("start") { wait(milliseconds: 800) }
            }
            for kind in Set(recorded.events.compactMap { $0["method"]?.string }) {
                let former = try #require(recorded.events.first { $0["method"]?.string == kind })
                let present = try #require(events.first { $0["method"]?.string == kind }, "no \(kind)")
                for difference in differences(former, present, isMeasured: true) {
                    Issue.record("\(kind): \(difference)\n\(former.text)\n\(present.text)")
                }
            }
        }
    }

    /// Members whose values depend on the time, on the machine or on the version, or are for people: only their types are
    /// compared.
    private static let measured: Set<String> = [
        "at_ns", "at_beat", "now_ns", "seq", "uptime_s", "position", "pendulum", "motion", "latency_ms", "realtime",
        "since_start", "last_minute", "rate_ppm", "path", "daemon", "minor", "message", "summary", "discussion",
        "xruns",
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
