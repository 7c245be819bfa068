// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm
import MetronomeSession
import Testing

@testable import Daemon

/// The place in a set list, whatever is asked for at once.
@Suite(.timeLimit(.minutes(10))) struct SetListPlaceTests {
    private func name(_ text: String) throws -> LibraryName { try #require(LibraryName(text)) }

    /// Presets p0 to p4 of 100 to 104 bpm, and the set list of them.
    private func withSetList(_ body: (ConductorBench) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let userLibrary = UserLibrary(environment: ["XDG_DATA_HOME": folder.path])
        let names = try (0..<5).map { try name("p\($0)") }
        for (index, name) in names.enumerated() { _ = try userLibrary.presets.write("bpm = \(100 + index)", to: name) }
        _ = try userLibrary.setLists.write(SetListFile(names.map { .preset($0) }).toml, to: name("l"))
        try await ConductorBench.with { bench in
            bench.conductor.userLibrary = userLibrary
            bench.ask(.setList(.load(try name("l"))))
            try await bench.eventually { bench.conductor.performance.setList != nil }
            try await body(bench)
            bench.ask(.setList(.close))
        }
    }

    @Test func `entries are put at a place, moved, and taken out by their names`() throws {
        let folder = try TemporaryFolder()
        let userLibrary = UserLibrary(environment: ["XDG_DATA_HOME": folder.path])
        for (text, preset) in [("waltz", "bpm = 90\nmeter = \"3/4\"\nswing = \"2:1\""), ("rock", "bpm = 120")] {
            _ = try userLibrary.presets.write(preset, to: try name(text))
        }
        let list = try name("gig")
        func names(_ edit: SetListEdit) throws -> [String] { try userLibrary.edit(list, edit).entries.map(\.name) }
        #expect(try names(.add(["waltz", "rock"])) == ["waltz", "rock"])
        #expect(try names(.add(["rock"], place: 1, bars: 32, note: "capo 2")) == ["rock", "waltz", "rock"])
        #expect(try names(.move("waltz", to: 3)) == ["rock", "rock", "waltz"])
        #expect(try names(.remove("rock")) == ["rock", "waltz"])
        #expect(try names(.move("2", to: 1)) == ["waltz", "rock"])
        let entries = try userLibrary.setList(list).entries
        #expect(entries[0].summary == "90 bpm, 3/4, swing 2:1" && entries[1].summary == "120 bpm")
        for (edit, message) in [
            (SetListEdit.move("polka", to: 1), "gig has no entry polka: there are 1 to 2, waltz, rock"),
            (.remove("7"), "gig has no entry 7: there are 1 to 2, waltz, rock"),
            (.add(["rock"], note: "a\nb"), "a note has 1 to 80 characters in one line"),
        ] {
            let error = #expect(throws: ControlError.self) { try userLibrary.edit(list, edit) }
            #expect(error?.message == message)
        }
    }

    @Test func `the length of an entry is told where it is known, and of a song from where it begins`() throws {
        let folder = try TemporaryFolder()
        let userLibrary = UserLibrary(environment: ["XDG_DATA_HOME": folder.path])
        let song = "tempo = 120\n[[section]]\nbars = 2\n[[section]]\nlabel = \"B\"\nbars = 4\nmeter = \"3/4\"\n"
        let path = try folder.write(song, to: "s.toml")
        let presets = [
            ("even", "bpm = 120\nmeter = \"3/4\""), ("open", "swing = \"2:1\""),
            ("led", "bpm = 120\nmeter = \"4/4\"\n[trainer]\nspeed = \"60 to 240 by 60 every 1\""),
            ("late", "song = \"\(path)\"\nfrom = \"B\""),
        ]
        for (text, preset) in presets { _ = try userLibrary.presets.write(preset, to: try name(text)) }
        let list = try name("gig")
        _ = try userLibrary.edit(list, .add(["even", "open", "led"], bars: 8))
        _ = try userLibrary.edit(list, .add(["late"]))
        let summaries = try userLibrary.setList(list).entries.map(\.summary)
        #expect(summaries[0] == "0:12, 120 bpm, 3/4" && summaries[1] == "swing 2:1")
        #expect(summaries[2]?.hasPrefix("120 bpm, 4/4") ?? false && summaries[3] == "4 bars, 0:06, 120 bpm, 3/4")
    }

    @Test func `an entry that has an end stops by itself, and the one behind it does not`() async throws {
        try await withSetList { bench in
            let (conductor, list) = (bench.conductor, try name("l"))
            _ = try conductor.userLibrary.edit(list, .add(["p4"], place: 1, bars: 2))
            bench.ask(.setList(.load(list)))
            let timer = Trainer.Kind.timer.rules.key
            func present() -> String? { timer.text(in: conductor.performance.settings) }
            try await bench.eventually { present() == "2 bars" }
            bench.ask(.setList(.step(1)))
            try await bench.eventually { conductor.performance.setList?.place == 1 }
            #expect(present() == "off")
        }
    }

    @Test func `orders that come while files are read add up`() async throws {
        try await withSetList { bench in
            let conductor = bench.conductor
            bench.ask(.subscribe([.state], leadMs: nil))
            for step in [1, 1, 1, -1] { bench.ask(.setList(.step(step))) }
            try await bench.eventually { bench.answers.count == 6 }
            #expect(bench.answers == Array(repeating: nil, count: 6))
            #expect(
                conductor.performance.setList?.place == 2 && conductor.performance.settings.tempo.beatsPerMinute == 102)
            bench.ask(.setList(.step(-3)))
            #expect(bench.answers.last == "out_of_range" && conductor.performance.setList?.place == 2)
        }
    }

    @Test func `while it plays they add up too, and only the last waits`() async throws {
        try await withSetList { bench in
            let conductor = bench.conductor
            try await bench.play()
            for step in [1, 1, 1, 1] { bench.ask(.setList(.step(step, at: .place(bar: 900, beat: 1)))) }
            try await bench.eventually { bench.answers.count == 6 }
            #expect(conductor.performance.pending.list.count == 1 && conductor.performance.setList?.place == 0)
            bench.ask(.setList(.step(1)))
            #expect(bench.answers.last == "out_of_range")
            // What waits when the music ends by itself is what the next start plays.
            bench.ask(.stop())
            try await bench.eventually { conductor.performance.record == nil }
            conductor.performance.entryIsOver(waiting: conductor.performance.setList?.at(3))
            conductor.take(.outputChanged)
            try await bench.eventually { conductor.performance.setList?.place == 3 }
            #expect(conductor.performance.settings.tempo.beatsPerMinute == 103)
        }
    }

    @Test func `an entry whose first beat is decided plays, and going back leads from it`() async throws {
        try await withSetList { bench in
            let conductor = bench.conductor
            try await bench.play()
            bench.ask(.setList(.step(1, at: .bar)))
            try await bench.eventually {
                conductor.performance.pending.list.count == 1 || conductor.performance.setList?.place == 1
            }
            // On a busy machine the bar may be over before anybody looks.
            guard let id = conductor.performance.pending.list.first?.id else { return }
            var beat = try #require(conductor.performance.music?.beat(ofChange: id))
            try await bench.eventually {
                // A plan that comes late leads to a later bar.
                beat = conductor.performance.music?.beat(ofChange: id) ?? beat
                return conductor.performance.nextBeat > beat
            }
            // The former entry is played again, from a later bar on.
            bench.ask(.setList(.go("1")))
            try await bench.eventually {
                conductor.performance.pending.list.isEmpty && conductor.performance.setList?.place == 0
            }
            let (performance, record) = (conductor.performance, try #require(conductor.performance.record))
            #expect(performance.settings.tempo.beatsPerMinute == 100)
            #expect(record.bpm(ofBeat: beat) == 101)
            let back = try #require((beat + 1...beat + 1000).first { record.bpm(ofBeat: $0) == 100 })
            #expect((back - beat).isMultiple(of: 4))
        }
    }

    @Test func `an entry whose file has gone leaves the place where it is`() async throws {
        try await withSetList { bench in
            let conductor = bench.conductor
            _ = try conductor.userLibrary.presets.remove(name("p1"))
            bench.ask(.setList(.step(1)))
            try await bench.eventually { bench.answers.count == 2 }
            #expect(bench.answers.last == "not_found")
            #expect(
                conductor.performance.setList?.place == 0 && conductor.performance.settings.tempo.beatsPerMinute == 100)
            // The next one is still the second.
            bench.ask(.setList(.go("p2")))
            try await bench.eventually { bench.answers.count == 3 }
            #expect(
                conductor.performance.setList?.place == 2 && conductor.performance.settings.tempo.beatsPerMinute == 102)
        }
    }
}
