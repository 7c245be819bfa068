// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import SeededRandom
import Testing

@testable import Web

@Suite struct PageCallTests {
    private func call(_ body: String, as role: Role = .control) -> PageCall { PageCall(Array(body.utf8), role: role) }

    private func status(of call: PageCall) -> Int? {
        if case .answer(let status, _) = call { status } else { nil }
    }

    private static let withheld = CommandTable.all.filter { !Role.control.mayCall($0) }

    @Test func `who watches may call some methods, who controls all of these and more, and nobody what is withheld`() {
        let watched = CommandTable.all.filter { Role.watch.mayCall($0) }
        #expect(!watched.isEmpty && watched.allSatisfy { Role.control.mayCall($0) })
        #expect(watched.count + Self.withheld.count < CommandTable.all.count)
    }

    @Test func `what ends the daemon, or is about a connection, is offered to nobody`() {
        for command in CommandTable.all where command.name == "shutdown" || command.access == .connection {
            #expect(!Role.control.mayCall(command), "\(command.name)")
        }
    }

    @Test func `what writes presets and set lists, loads a song, or tells the journal is for pages that control`() {
        for method in [
            "preset.save", "preset.remove", "setlist.add", "setlist.move", "setlist.remove", "song.load", "journal.get",
        ] {
            let command = CommandTable.command(named: method)
            #expect(command.map(Role.control.mayCall) == true && command.map(Role.watch.mayCall) == false, "\(method)")
        }
    }

    @Test(arguments: [
        #"{"method":"song.load","params":{"path":"evening.toml"}}"#,
        #"{"method":"setlist.add","params":{"name":"friday","entries":["waltz","evening.toml"],"note":"6/8 at A/B"}}"#,
        #"{"method":"preset.save","params":{"name":"waltz"}}"#,
    ])
    func `presets, set lists and songs are named by their names`(body: String) {
        guard case .ask = call(body) else { return #expect(Bool(false), "\(body)") }
    }

    @Test(arguments: [
        #"{"id":1,"method":"song.load","params":{"path":"/home/me/evening.toml"}}"#,
        #"{"id":1,"method":"setlist.add","params":{"name":"friday","entries":["waltz","/etc/passwd"]}}"#,
        #"{"id":1,"method":"setlist.add","params":{"name":"friday","entries":["a/../../b.toml"]}}"#,
    ])
    func `a path where there may be a name is refused, and nothing is asked`(body: String) {
        guard case .answer(403, let line?) = call(body) else { return #expect(Bool(false), "\(body)") }
        #expect(String(decoding: line, as: UTF8.self).contains("\"reason\":\"forbidden\""))
    }

    @Test func `no method that is offered takes a path, whichever of its texts is one`() throws {
        // Looked up among lanes, sections, bars and entries that are there, and never opened; a note is shown.
        let labels: Set = [
            "lane.remove.name", "seek.place", "loop.set.from", "loop.set.to", "loop.practise.from", "loop.practise.to",
            "setlist.go.entry", "setlist.change.entry", "setlist.change.note", "setlist.move.entry",
            "setlist.remove.entry", "song.load.from", "setlist.add.note",
            // Shown, and nothing else.
            "prompt.set.prompt", "settings.set.prompt",
        ]
        let paths = ["/etc/passwd", "../../etc/passwd", "./x.wav", "kits/kick.wav", "~/x.wav"]
        for command in CommandTable.all where Role.control.mayCall(command) {
            let words = try #require(command.examples.first).words.split(separator: " ").map(String.init)
            let (_, example) = try CommandTable.request(words: words)
            for parameter in command.parameters where !labels.contains("\(command.name).\(parameter.name)") {
                for path in paths {
                    for text in [
                        path, "x... sound=\(path)", "kick x... sound=\(path)", "kick x... | hat x sound=\(path)",
                    ] {
                        for value in [
                            JSONValue.string(text), .array([.string(text)]), .array(["waltz", .string(text)]),
                        ] {
                            var params = example
                            params[parameter.name] = value
                            let body = JSONValue.object([
                                "id": 1, "method": .string(command.name), "params": .object(params),
                            ])
                            let call = PageCall(Array(body.text.utf8), role: .control)
                            #expect(status(of: call) != nil, "\(body.text)")
                        }
                    }
                }
            }
        }
    }

    @Test func `a method that is not offered is refused, with the id of the request`() throws {
        for command in Self.withheld where command.parameters.allSatisfy({ !$0.isRequired }) {
            let method = command.name
            guard case .answer(403, let line?) = call("{\"id\":\"a\",\"method\":\"\(method)\"}") else {
                Issue.record("\(method)")
                continue
            }
            #expect(String(decoding: line, as: UTF8.self).contains("\"reason\":\"forbidden\""))
            #expect(String(decoding: line, as: UTF8.self).contains("\"id\":\"a\""))
        }
        #expect(status(of: call("{\"method\":\"song.load\",\"params\":{\"path\":\"/etc/passwd\"}}")) == 403)
    }

    @Test(arguments: [
        #"{"method":"sound.set","params":{"beat":"/etc/passwd"}}"#,
        #"{"method":"count_in_sound.set","params":{"count_in_sound":"/etc/passwd"}}"#,
        #"{"method":"settings.set","params":{"sounds.bell":"/etc/passwd"}}"#,
        #"{"method":"lanes.set","params":{"lanes":"hat x.x. sound=/etc/passwd"}}"#,
        #"{"method":"lane.set","params":{"name":"hat","pattern":"x.x. sound=/etc/passwd"}}"#,
    ])
    func `what a page may set names no file`(body: String) {
        guard case .answer(_, let line?) = call(body) else { return #expect(Bool(false)) }
        #expect(String(decoding: line, as: UTF8.self).hasPrefix("{\"error\":"))
    }

    @Test func `who watches may ask and not change`() {
        #expect(status(of: call("{\"id\":1,\"method\":\"start\"}", as: .watch)) == 403)
        guard case .ask(let method, let params, _) = call("{\"id\":1,\"method\":\"status\"}", as: .watch) else {
            return #expect(Bool(false))
        }
        #expect(method == "status")
        #expect(params.isEmpty)
    }

    @Test func `a request goes on to the daemon with its parameters`() {
        let body = " \n{\"id\":1,\n\"method\":\"tempo.set\",\"params\":{\"bpm\":96,\"at\":\"bar\"}}\n"
        guard case .ask("tempo.set", let params, let request) = call(body) else { return #expect(Bool(false)) }
        #expect(params == ["bpm": 96, "at": "bar"])
        #expect(
            String(decoding: Reply.line(to: request, result: "x"), as: UTF8.self) == "{\"id\":1,\"result\":\"x\"}\n")
    }

    @Test func `what the daemon would refuse is refused here, in its words`() {
        for body in [
            "{\"id\":1,\"method\":\"nothing\"}", "{\"id\":1,\"method\":\"tempo.set\",\"params\":{\"bpm\":-1}}",
        ] {
            guard case .answer(200, let line?) = call(body) else {
                Issue.record("\(body)")
                continue
            }
            #expect(String(decoding: line, as: UTF8.self).hasPrefix("{\"error\":{\"code\":-32"))
        }
    }

    @Test(arguments: [
        "", " \n", "start", "[]", "[{\"method\":\"start\"}]", "\"start\"", "null", "\u{FEFF}{}",
        "{\"method\":\"status\"", "{\"id\":1}",
    ])
    func `a body that is no request in JSON is refused`(_ body: String) {
        #expect(status(of: call(body)) == 400)
    }

    @Test(arguments: [
        String(repeating: "[", count: 60_000), String(repeating: "{\"a\":", count: 10_000),
        "{\"method\":\"ping\",\"params\":{\"a\":" + String(repeating: "[", count: 20)
            + String(repeating: "]", count: 20)
            + "}}",
        "{\"method\":\"offset.set\",\"params\":{\"offset_ms\":1e999}}",
        "{\"method\":\"offset.set\",\"params\":{\"offset_ms\":1e308}}",
        "{\"method\":\"volume.set\",\"params\":{\"volume\":-9223372036854775809}}",
        "{\"method\":\"cancel\",\"params\":{\"id\":9223372036854775808}}",
        "{\"method\":\"cancel\",\"params\":{\"id\":1.5}}",
        "{\"method\":\"\(String(repeating: "x", count: 60_000))\"}",
    ])
    func `what is nested too deeply, too long or beyond all numbers is refused`(_ body: String) throws {
        guard case .answer(_, let line?) = call(body) else { return #expect(Bool(false)) }
        #expect(String(decoding: line, as: UTF8.self).hasPrefix("{\"error\":"))
        #expect(line.count < 8000)
    }

    @Test func `a notification is not answered`() {
        let wrong = call("{\"jsonrpc\":\"2.0\",\"method\":\"shutdown\"}")
        #expect(wrong == .answer(403, line: nil))
    }

    @Test func `whatever the bytes, nothing that is not offered is asked`() {
        var random = SeededGenerator(seed: 7)
        let seeds = [
            "{\"id\":1,\"method\":\"tempo.set\",\"params\":{\"bpm\":96}}",
            "{\"method\":\"shutdown\",\"method\":\"ping\"}",
            "{\"method\":\"pi\\u006eg\",\"params\":null}",
        ]
        for round in 0..<3000 {
            var body = Array(seeds[round % seeds.count].utf8)
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                body[Int.random(in: body.indices, using: &random)] = .random(in: 0...255, using: &random)
            }
            if case .ask(let method, _, _) = PageCall(body, role: .watch) {
                #expect(CommandTable.command(named: method)?.access == .watch)
            }
        }
    }
}
