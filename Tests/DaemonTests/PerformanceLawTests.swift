// SPDX-License-Identifier: Apache-2.0

import Choices
import MetronomeControl
import MetronomeRhythm
import MetronomeSession
import SeededRandom
import Testing

@testable import Daemon

/// What holds for every method of the command table, in whatever state it is called.
@Suite(.timeLimit(.minutes(10))) struct PerformanceLawTests {
    private func choices(_ seed: UInt64) -> Choices {
        var random = SeededGenerator(seed: seed)
        return Choices((0..<32_768).map { _ in UInt8.random(in: .min ... .max, using: &random) })
    }

    /// A bench with two songs, and presets and set lists of the names that are chosen.
    private func bench(_ choices: inout Choices) throws -> PerformanceBench {
        let files = try ClickFolder()
        let songs = try [("a", 240, 4), ("b", 90, 3)].map { name, bpm, beats in
            let sections = "[[section]]\nlabel = \"a\"\nbars = 8\n[[section]]\nlabel = \"b\"\nbars = 2\n"
            return try files.write("tempo = \(bpm)\nmeter = \"\(beats)/4\"\n\(sections)", to: "\(name).toml")
        }
        try files.write(
            "bpm = 200\nmeter = \"3/4\"\nlanes = \"kick x.x sound=voice-1\"\n", to: "metronomed/presets/a.toml")
        try files.write("song = \"\(songs[1])\"\nfrom = \"b\"\n", to: "metronomed/presets/b.toml")
        let entries = "entries = [\"a\", \"\(songs[0])\", { play = \"a\", bars = 1, note = \"x\" }, \"b\"]\n"
        for (name, countIn) in [("a", ""), ("b", "count_in = 1\n")] {
            try files.write(countIn + entries, to: "metronomed/setlists/\(name).toml")
        }
        choices.songs = songs + songs + ["/nowhere/a.toml"]
        let bench = try PerformanceBench(clicks: files)
        bench.readsAtOnce = false
        return bench
    }

    /// Plays a session of requests, of what else happens, of files that are read late and in any order, and of time; `around` is
    /// called with each request, and `reading` with each file.
    private func play(
        _ seed: UInt64, around: (PerformanceBench, Call, () -> Ask.ID) -> Void = { _, _, ask in _ = ask() },
        reading: (PerformanceBench, Ask.ID, () -> Void) -> Void = { _, _, read in read() }
    ) throws -> PerformanceBench {
        var choices = choices(seed)
        let bench = try bench(&choices)
        for _ in 0..<150 {
            switch choices.number(below: 11) {
            case 0: bench.pass(ms: choices.pick([10, 100, 500, 2000]))
            case 1:
                guard !bench.loads.isEmpty else { continue }
                let index = choices.number(below: bench.loads.count)
                reading(bench, bench.loads[index].id) { bench.read(index) }
            case 2: bench.ask(.toggle)
            case 3: try happen(on: bench, &choices)
            case 4:
                let call = try bench.call(phrase(&choices))
                around(bench, call) { bench.ask(call) }
            default:
                let (command, params) = choices.request()
                guard let call = try? command.call(params) else { continue }
                let client = choices.number(below: 3)
                around(bench, call) { bench.ask(call, by: client) }
            }
        }
        return bench
    }

    /// What brings a song, a preset or a set list into play.
    private func phrase(_ choices: inout Choices) -> String {
        let song = "song load \(choices.pick(choices.songs))"
        let words = choices.pick([
            song, song + " from b", "preset load a", "preset load b", "setlist load a", "setlist next",
        ])
        return choices.chance(oneIn: 2) ? words : words + " at bar"
    }

    /// What no client asks for.
    private func happen(on bench: PerformanceBench, _ choices: inout Choices) throws {
        switch choices.number(below: 8) {
        case 0:
            let key = choices.pick(Key.all)
            var edit = Edit()
            let source = SettingForm.Source(folder: "/", home: nil)
            try? key.read(choices.value(of: key.form), from: source, into: &edit)
            bench.configure(edit)
        case 1: bench.opensOutput.toggle()
        case 2: bench.openOutput(isRefused: choices.chance(oneIn: 2))
        case 3:
            let fresh = try bench.performance.sounds.samples(at: choices.pick([.hz44100, .hz48000]))
            bench.take(.attached(device: choices.pick(["default", "hw:0"]), choices.chance(oneIn: 2) ? fresh : nil))
        case 4: bench.leave(choices.number(below: 3))
        case 5: bench.take(choices.pick([.songSaved, .setListSaved]))
        default:
            bench.holdsPlans = true
            try bench.ask("meter \(2 + choices.number(below: 4))/4")
            bench.pass(ms: choices.pick([10, 100, 500, 2000]))
            bench.holdsPlans = false
        }
    }

    /// Whether the last turn only answered.
    private func hasOnlyAnswered(_ bench: PerformanceBench) -> Bool {
        bench.lastTurn.count == 1 && bench.lastTurn.allSatisfy { if case .answer = $0 { true } else { false } }
    }

    @Test(arguments: 1...30 as ClosedRange<UInt64>)
    func `a request that is refused leaves everything as it was`(_ seed: UInt64) throws {
        var refusals = 0
        func asking(_ bench: PerformanceBench, _ call: Call, _ ask: () -> Ask.ID) {
            // What a turn does whatever it is asked.
            bench.take(.outputChanged)
            let before = bench.performance
            let id = ask()
            guard case .failure(let error) = bench.answers[id]?.first else { return }
            refusals += 1
            // Written out, both would be a page each.
            let isSame = bench.performance == before
            #expect(isSame && hasOnlyAnswered(bench), "\(call) was refused: \(error)")
        }
        // What was read for it is gone too.
        func reading(_ bench: PerformanceBench, _ id: Ask.ID, _ read: () -> Void) {
            bench.take(.outputChanged)
            var before = bench.performance
            let wish = before.inbox.waiting(id)?.wish
            read()
            // What was answered before the file was read is waited for no more.
            if wish == nil { return }
            guard case .failure(let error) = bench.answers[id]?.first else { return }
            refusals += 1
            before.inbox.unpark(id)
            let isSame = bench.performance == before
            #expect(isSame && hasOnlyAnswered(bench), "\(String(describing: wish)) was refused: \(error)")
        }
        _ = try play(seed, around: asking, reading: reading)
        #expect(refusals > 0)
    }

    @Test func `sounds that were read for what is refused are not taken`() throws {
        let bench = try PerformanceBench(clicks: ClickFolder())
        for words in ["tempo 120", "start"] { try bench.say(words) }
        bench.ask(try bench.call("follow l 0 \(bench.moment.now.nanoseconds) 120"), by: 1)
        let names = bench.performance.sounds.names
        let error = try bench.refusal(of: "set bpm=90 sounds.beat=soft at=bar")
        #expect(error.reason == "clock_followed" && bench.performance.sounds.names == names)
    }

    @Test(arguments: 101...130 as ClosedRange<UInt64>)
    func `every request is answered once, whatever comes in between`(_ seed: UInt64) throws {
        let bench = try play(seed)
        bench.opensOutput = true
        // What was read may end the music of an entry, and have the next one read.
        for _ in 0..<10 {
            while !bench.opening.isEmpty { bench.openOutput() }
            while !bench.loads.isEmpty { bench.read() }
            bench.pass(ms: 3000)
        }
        for id in 1...bench.asked { _ = try bench.answer(to: id) }
        // Neither files nor the transport are waited for any more.
        let inbox = bench.performance.inbox
        #expect(!inbox.awaitsAnswers && inbox.parked.isEmpty && bench.performance.waiting.isEmpty)
    }

    @Test(arguments: 201...220 as ClosedRange<UInt64>)
    func `what waits for a file leaves nothing but that it waits`(_ seed: UInt64) throws {
        var waits = 0
        _ = try play(seed) { bench, call, ask in
            bench.take(.outputChanged)
            let before = bench.performance
            let id = ask()
            guard bench.performance.inbox.waiting(id) != nil else { return }
            waits += 1
            var after = bench.performance
            after.inbox = before.inbox
            let isSame = after == before
            #expect(isSame, "\(call) waits")
        }
        #expect(waits > 0)
    }

    @Test(arguments: 301...310 as ClosedRange<UInt64>)
    func `what those may call who only watch changes nothing`(_ seed: UInt64) throws {
        let methods = CommandTable.all.filter { $0.access == .watch }
        _ = try play(seed) { bench, _, ask in
            _ = ask()
            // What a turn does whatever it is asked, and what is kept of a status for the next one.
            bench.take(.outputChanged)
            for call in [.score(nil), .status()] as [Call] { bench.ask(call) }
            let before = bench.performance
            for command in methods {
                guard
                    let call = try? command.call(command.parameters.contains(where: \.isRequired) ? ["name": "a"] : [:])
                else { continue }
                bench.ask(call, by: 2)
                var after = bench.performance
                after.inbox = before.inbox
                let isSame = after == before
                #expect(isSame, "\(command.name)")
            }
        }
    }

    @Test func `songs, presets and set lists are played by what these laws are tried on, and plans come late`() throws {
        var (songs, presets, setLists, late, refusals) = (0, 0, 0, 0, 0)
        for seed in 1...20 as ClosedRange<UInt64> {
            func reading(_ bench: PerformanceBench, _ id: Ask.ID, _ read: () -> Void) {
                read()
                let performance = bench.performance
                if case .failure = bench.answers[id]?.first { refusals += 1 }
                guard performance.record != nil else { return }
                if performance.song != nil { songs += 1 }
                if performance.settings.preset != nil { presets += 1 }
                if performance.setList != nil { setLists += 1 }
            }
            late += try play(seed, reading: reading).latePlans
        }
        #expect(
            [songs, presets, setLists, late, refusals].allSatisfy { $0 > 0 },
            "\((songs, presets, setLists, late, refusals))")
    }

    @Test func `a method of every row of the table can be asked`() throws {
        // The commands of the laws above, counted.
        var names: Set<String> = []
        for seed in 1...40 as ClosedRange<UInt64> {
            var choices = choices(seed)
            for _ in 0..<100 { names.insert(choices.request().command.name) }
        }
        #expect(names == Set(CommandTable.all.map(\.name)))
    }
}
