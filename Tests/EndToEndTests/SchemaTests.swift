// SPDX-License-Identifier: Apache-2.0

import Foundation
import MetronomeControl
import SeededRandom
import Testing

/// What the daemon says, against the schemas that it gives of it, by a validator of another make.
@Suite(.waits) struct SchemaTests {
    /// Each line of the session is a pair: the name of a method or event, and its result or params. No member may be there
    /// that the schemas do not know.
    private static let validator = """
        import json, sys, jsonschema
        describe = json.load(open(sys.argv[1]))
        def close(schema):
            if isinstance(schema, dict):
                if "properties" in schema: schema["additionalProperties"] = False
                for value in schema.values(): close(value)
            elif isinstance(schema, list):
                for value in schema: close(value)
        close(describe)
        # All types once, and not with each that refers to them.
        jsonschema.Draft202012Validator.check_schema({"$defs": describe["types"]})
        kinds = {}
        for entry in describe["methods"] + describe["events"]:
            jsonschema.Draft202012Validator.check_schema(entry["schema"])
            schema = {"$defs": describe["types"], **entry["schema"]}
            kinds[entry["name"]] = jsonschema.Draft202012Validator(schema)
        seen, faults = {}, 0
        for line in open(sys.argv[2]):
            name, value = json.loads(line)
            seen[name] = seen.get(name, 0) + 1
            for error in kinds[name].iter_errors(value):
                faults += 1
                if faults < 10: print(name, list(error.absolute_path), error.message[:300])
        print(json.dumps(seen), file=sys.stderr)
        sys.exit(1 if faults else 0)
        """

    private static let validatorIsHere: Bool = {
        let python = Process()
        python.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        python.arguments = ["python3", "-c", "import jsonschema"]
        python.standardError = FileHandle.nullDevice
        guard (try? python.run()) != nil else { return false }
        python.waitUntilExit()
        return python.terminationStatus == 0
    }()

    /// Any request: an example of the table, or one with values by chance.
    private func request(_ random: inout SeededGenerator) -> String {
        let examples = CommandTable.all.filter { $0.name != "shutdown" }.flatMap(\.examples).map(\.words)
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return "start"
        case 1: return "tempo \(Int.random(in: 300...1000, using: &random))"
        case 2:
            return "set meter=\(Int.random(in: 1...9, using: &random))/8 bell=\(Int.random(in: 1...9, using: &random))"
        case 3: return "subscribe motion pendulum.angle ring.progress"
        case 4: return "subscribe frame 4 pendulum.angle"
        case 5: return "subscribe beat state audio timeline"
        default: return examples.randomElement(using: &random) ?? "status"
        }
    }

    @Test(.enabled(if: validatorIsHere))
    func `all that a long session says fits the schemas`() throws {
        try withDaemon("--bpm", "600") { daemon in
            var random = SeededGenerator(seed: 1)
            let client = try daemon.connect()
            let describe = try client.call("describe", timeout: patience).get()
            try daemon.home.folder.write(describe.text, to: "describe.json")
            var (lines, counts): ([String], [String: Int]) = ([], [:])
            /// Keeps the first messages of each name only: the validator takes a while for each.
            func note(_ name: String, _ value: JSONValue) {
                counts[name, default: 0] += 1
                if counts[name, default: 0] <= (name == "describe" ? 1 : 30) {
                    lines.append(JSONValue.array([.string(name), value]).text)
                }
            }
            func note(event line: [UInt8]) throws {
                let event = try JSONLine.parse(line)
                note(try #require(event["method"]?.string), event["params"] ?? nil)
            }
            func ask(_ words: String) throws {
                let name = try CommandTable.request(words: words.split(separator: " ").map(String.init)).command.name
                if case .success(let result) = try client.call(words: words, timeout: patience) {
                    note(name, result)
                }
                for _ in 0..<20 {
                    guard let line = try client.nextEvent(timeout: .milliseconds(2)) else { break }
                    try note(event: line)
                }
            }
            // What has to be seen, then anything. An undo leaves the accents out, for they are of a bar of four.
            for words in ["set accents=XxAx", "set accents=auto volume=30%"] { try ask(words) }
            try daemon.home.folder.write("meter = \"5/4\"\n", to: "config/metronomed/config.toml")
            daemon.child.signal(SIGHUP)
            try poll(for: "reload") { daemon.child.stderr.contains("read again: meter 5/4") ? true : nil }
            let song = try daemon.home.folder.write("tempo = 90\n[[section]]\nbars = 4\n", to: "song.toml")
            let first = [
                "undo", "tempo 510", "song load \(song)", "undo", "song unload",
                "subscribe beat state timeline", "start", "tempo 500", "status", "timing", "preset save waltz",
                "preset save shuffle", "setlist add friday waltz shuffle", "setlist load friday at now", "setlist next",
                "setlist show", "setlist list", "preset list", "preset show waltz",
                "preset load waltz at @100000", "undo", "preset load waltz",
            ]
            for number in 0..<200 {
                try ask(number < first.count ? first[number] : request(&random))
                // What is undone once a song holds waits for its end.
                guard number < first.count, first[number].hasPrefix("song load") else { continue }
                let status = try poll(for: "the song") {
                    let status = try client.call("status", timeout: patience).get()
                    return status["song"]?.object == nil ? .none : .some(status)
                }
                note("status", status)
            }
            try daemon.home.folder.write(lines.joined(separator: "\n") + "\n", to: "session.jsonl")
            try daemon.home.folder.write(Self.validator, to: "validate.py")
            let child = try ChildProcess(
                "/usr/bin/env",
                ["python3"] + ["validate.py", "describe.json", "session.jsonl"].map { daemon.home.folder($0) },
                environment: ProcessInfo.processInfo.environment, in: daemon.home.folder)
            let end = try child.end(within: patience * 4)
            #expect(end == .exit(0), "\(child.stdout)\(child.stderr)")
            let seen = try JSONLine.parse(Array(child.stderr.utf8)).object ?? [:]
            for name in ["start", "tempo.set", "status", "timing", "event.beat", "event.state", "event.timeline"] {
                #expect((seen[name]?.integer ?? 0) > 0, "\(name) in \(child.stderr)")
            }
            for member in ["left_out", "after_song", "taken_back"] {
                #expect(lines.contains { $0.contains("\"\(member)\"") }, "\(member) was not answered")
            }
        }
    }
}
