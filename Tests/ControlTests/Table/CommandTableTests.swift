// SPDX-License-Identifier: Apache-2.0

import MetronomeSession
import Testing

@testable import MetronomeControl

@Suite struct CommandTableTests {
    private let methods = [
        "start", "stop", "toggle", "tempo.set", "meter.set", "beat.set", "accents.set", "subdivision.set", "swing.set",
        "bell.set",
        "volume.set",
        "bell_volume.set", "subdivision_volume.set", "speed_trainer.set", "gap_trainer.set", "random_mute.set",
        "timer.set", "prompt.set", "count_in.set", "count_in_sound.set",
        "trainers.off", "mute", "unmute", "lane.remove", "lane.set", "lanes.set",
        "groove.save", "groove.remove", "groove.set", "groove.list", "sound.set", "sound.list", "settings.set",
        "reset", "undo", "redo", "cancel", "tap", "onset", "nudge.bar", "nudge", "score.set",
        "score.get", "journal.get", "follow.refuse", "follow.end", "follow", "song.load", "song.list", "song.show",
        "song.unload", "song.scale",
        "seek", "loop.off", "loop.set", "loop.practise",
        "preset.save", "preset.load", "preset.list", "preset.show", "preset.remove", "setlist.load", "setlist.next",
        "setlist.advance", "setlist.previous", "setlist.go", "setlist.list", "setlist.show", "setlist.add",
        "setlist.change", "setlist.move",
        "setlist.remove",
        "setlist.close", "offset.set",
        "offset.get",
        "latency.set", "status", "properties", "timing",
        "subscribe", "unsubscribe", "bridge.report", "bridge.list", "version", "describe", "ping", "shutdown",
    ]

    /// The method that a call belongs to: a new call does not compile until it is here.
    private func method(of call: Call) -> String {
        switch call {
        case .start, .startAt: "start"
        case .follow: "follow"
        case .refuseProposal: "follow.refuse"
        case .unfollow: "follow.end"
        case .stop: "stop"
        case .toggle: "toggle"
        case .change(let edit, _, _):
            switch edit.keys.first?.name {
            case "meter" where edit == .plain: "reset"
            case "meter" where edit.keys.count == 2: "groove.set"
            case "bpm": "tempo.set"
            case "meter": "meter.set"
            case "accents": "accents.set"
            case "beat": "beat.set"
            case "subdivision": "subdivision.set"
            case "swing": "swing.set"
            case "subdivision_volume": "subdivision_volume.set"
            case "bell.every": "bell.set"
            case "volume": "volume.set"
            case "bell.volume": "bell_volume.set"
            case "muted": edit.values["muted"] == .flag(true) ? "mute" : "unmute"
            case "sounds.beat", "sounds.bell", "sounds.accent", "sounds.ghost", "sounds.subdivision": "sound.set"
            case "audio.latency": "latency.set"
            case "trainer.speed": edit.keys.count == 1 ? "speed_trainer.set" : "trainers.off"
            case "timer": "timer.set"
            case "prompt": "prompt.set"
            case "count_in": "count_in.set"
            case "sounds.count_in": "count_in_sound.set"
            case "trainer.gap": "gap_trainer.set"
            case "trainer.mute": "random_mute.set"
            case "lanes":
                switch edit.values["lanes"] {
                case .lanes(let changes):
                    switch changes.first {
                    case .set: "lane.set"
                    case .remove: "lane.remove"
                    default: "lanes.set"
                    }
                default: ""
                }
            default: ""
            }
        case .set: "settings.set"
        case .restore(let direction, _): direction.rawValue
        case .cancel: "cancel"
        case .tap: "tap"
        case .onset: "onset"
        case .nudge: "nudge"
        case .newBar: "nudge.bar"
        case .score(let request): request == nil ? "score.get" : "score.set"
        case .songLoad: "song.load"
        case .scaleSong: "song.scale"
        case .song(.unload, _): "song.unload"
        case .song(.scale, _): "song.scale"
        case .song(.loop, _): "loop.off"
        case .song: ""
        case .seek: "seek"
        case .loop: "loop.set"
        case .practise: "loop.practise"
        case .preset(let call):
            switch call {
            case .save: "preset.save"
            case .load: "preset.load"
            case .list: "preset.list"
            case .show: "preset.show"
            case .remove: "preset.remove"
            }
        case .setList(let call):
            switch call {
            case .load: "setlist.load"
            case .advance: "setlist.advance"
            case .step(let step, _): step > 0 ? "setlist.next" : "setlist.previous"
            case .go: "setlist.go"
            case .list: "setlist.list"
            case .show: "setlist.show"
            case .edit(_, .add): "setlist.add"
            case .edit(_, .change): "setlist.change"
            case .edit(_, .move): "setlist.move"
            case .edit(_, .remove), .remove: "setlist.remove"
            case .close: "setlist.close"
            }
        case .soundList: "sound.list"
        case .groove(let call):
            switch call {
            case .play, .playSaved: "groove.set"
            case .save: "groove.save"
            case .remove: "groove.remove"
            case .list: "groove.list"
            }
        case .songList: "song.list"
        case .songShow: "song.show"
        case .journal: "journal.get"
        case .offsetSet: "offset.set"
        case .offsetGet: "offset.get"
        case .status: "status"
        case .properties: "properties"
        case .timing: "timing"
        case .subscribe: "subscribe"
        case .unsubscribe: "unsubscribe"
        case .bridgeReport: "bridge.report"
        case .bridgeList: "bridge.list"
        case .version: "version"
        case .describe: "describe"
        case .ping: "ping"
        case .shutdown: "shutdown"
        }
    }

    @Test func `a verb behind another one is told to be a command of its own`() {
        let error = #expect(throws: ControlError.self) {
            try CommandTable.request(words: ["count-in", "2", "start", "at", "bar"])
        }
        let hint =
            "count-in does not take \"start\", a command of its own: first count-in 2, then start at bar; write it as in "
        #expect(error?.message.hasPrefix(hint) == true, "\(error?.message ?? "")")
    }

    @Test func `of words that do not fit, the first that is wrong is named`() {
        for (words, wrong) in [
            ("set bpm=5 bpm=6", "bpm=6"), ("set bpm", "bpm"),
            ("set meter=5/4 bell=4 on 2 meter=3/4", "meter=3/4"),
            ("start now", "now"),
        ] {
            let error = #expect(throws: ControlError.self) {
                try CommandTable.request(words: words.split(separator: " ").map(String.init))
            }
            #expect(error?.message.contains("does not take \"\(wrong)\"") == true, "\(error?.message ?? "")")
        }
        let error = #expect(throws: ControlError.self) {
            try CommandTable.command(named: "subscribe")?.parameters[0].check(["beat", "baet"])
        }
        #expect(error?.message.hasSuffix("not \"baet\"") == true, "\(error?.message ?? "")")
    }

    @Test func `a text that is too long is refused for its length`() {
        let pattern = String(repeating: "x", count: 4097)
        for words in [["lane", "a", pattern], ["lane", "a"] + pattern.map(String.init)] {
            let error = #expect(throws: ControlError.self) { try CommandTable.call(words: words) }
            let bytes = words.dropFirst(2).joined(separator: " ").utf8.count
            #expect(error?.message == "pattern has \(bytes) bytes: 4096 at most")
        }
    }

    @Test(arguments: ["subdivision +1", "count-in +1", "bell +2", "set subdivision=+1"])
    func `a whole number with a plus sign is refused, which would read as a step`(words: String) {
        #expect(throws: ControlError.self) {
            try CommandTable.call(words: words.split(separator: " ").map(String.init))
        }
    }

    @Test func `a place behind words that take all the rest is the place`() throws {
        let words = "trainer speed 60 to 120 by 5".split(separator: " ").map(String.init)
        let whole = try CommandTable.request(words: words)
        #expect(whole.params == ["speed_trainer": "60 to 120 by 5"])
        let placed = try CommandTable.request(words: words + ["at", "@17"])
        #expect(placed.params == ["speed_trainer": "60 to 120 by 5", "at": "@17"])
        let error = #expect(throws: ControlError.self) { try CommandTable.request(words: ["trainer", "speed"]) }
        #expect(error?.reason == "missing_param" && error?.param == "speed_trainer")
    }

    @Test func `every method is there once`() {
        #expect(CommandTable.all.map(\.name) == methods)
    }

    @Test func `every example calls the method that it belongs to`() throws {
        for command in CommandTable.all {
            #expect(!command.examples.isEmpty)
            for example in command.examples {
                let call = try CommandTable.call(words: example.words.split(separator: " ").map(String.init))
                #expect(method(of: call) == command.name)
                #expect(example.words.hasPrefix(command.verb))
            }
        }
    }

    @Test func `every placeholder is a parameter, and every parameter can be said in words but a gesture's number`() {
        for command in CommandTable.all {
            var named: Set<String> = []
            for part in command.words.flatMap(\.parts) {
                if case .parameter(let name) = part { named.insert(name) }
                if case .rest(let name) = part { named.insert(name) }
                if part == .named { named.formUnion(command.parameters.map(\.name)) }
            }
            #expect(named == Set(command.parameters.map(\.name)).subtracting(["gesture"]))
            #expect(!command.parameters.contains { $0.name == "gesture" && $0.isRequired })
        }
    }

    @Test func `every method, parameter and error is described in words`() {
        for command in CommandTable.all {
            #expect(!command.abstract.isEmpty && !command.abstract.hasSuffix("."))
            #expect(command.abstract.count <= 60)
            #expect(!command.result.isEmpty)
            for parameter in command.parameters { #expect(parameter.summary.hasSuffix(".")) }
        }
        for reason in ErrorReason.allCases { #expect(reason.summary.hasSuffix(".")) }
    }

    @Test func `describe has all of the table`() {
        let described = CommandTable.description
        #expect(described["methods"]?.array?.compactMap { $0["name"]?.string } == methods)
        #expect(described["protocol"] == ["major": 1, "minor": 0])
        #expect(described["errors"]?.array?.count == ErrorReason.allCases.count)
        #expect(described["events"]?.array?.count == 8)
        let tempo = described["methods"]?[3]
        #expect(tempo?["params"]?[0]?["accepts"]?[0] == ["type": "number", "min": 1, "max": 1000])
        #expect(tempo?["params"]?[0]?["required"] == true)
    }

    @Test func `words that end before a value are refused for a reason that a method of these words lists`() {
        for command in CommandTable.all {
            for pattern in command.words {
                let words = pattern.description.split(separator: " ").prefix { !$0.hasPrefix("<") }.map(String.init)
                do throws(ControlError) { _ = try CommandTable.call(words: words) } catch {
                    let begin = words.joined(separator: " ")
                    let methods = CommandTable.all.filter { $0.words.contains { $0.description.hasPrefix(begin) } }
                    let listed = Set(methods.flatMap(\.allReasons) + ErrorReason.ofAnyRequest).map(\.rawValue)
                    #expect(listed.contains(error.reason), "\(begin): \(error)")
                }
            }
        }
    }

    @Test func `a parameter is refused for a reason that the method lists`() {
        let values: [JSONValue] = [nil, true, 0, -1, 1.5, 129, 1e9, "", "x", ".", [], ["x"], [:]]
        for command in CommandTable.all {
            for parameter in command.parameters {
                for value in values {
                    do throws(ControlError) {
                        _ = try command.call([parameter.name: value])
                    } catch {
                        #expect(
                            command.allReasons.map(\.rawValue).contains(error.reason), "\(command.name) \(value.text)")
                    }
                }
            }
        }
    }

    @Test func `parameters that exclude each other are refused for a reason that the method lists`() {
        for command in CommandTable.all {
            for value in [0, 1, "x", true] as [JSONValue] {
                let all = Dictionary(uniqueKeysWithValues: command.parameters.map { ($0.name, value) })
                do throws(ControlError) { _ = try command.call(all) } catch {
                    #expect(command.allReasons.map(\.rawValue).contains(error.reason), "\(command.name) \(value.text)")
                }
            }
        }
    }

    @Test(arguments: [ErrorReason.unknownParam, .wrongType, .invalid])
    func `what a method lists of its parameters is the reason for which some value is refused`(reason: ErrorReason) {
        let values: [JSONValue] = [nil, true, 0, "x", .string(String(repeating: "x", count: 20_000)), [], ["x"]]
        for command in CommandTable.all where !command.reasons.contains(reason) {
            let refusals = (command.parameters.map(\.name) + ["nothing"]).flatMap { name in
                values.compactMap { value -> String? in
                    do throws(ControlError) { _ = try command.call([name: value]) } catch { return error.reason }
                    return nil
                }
            }
            #expect(refusals.contains(reason.rawValue) == command.allReasons.contains(reason), "\(command.name)")
        }
    }
}
