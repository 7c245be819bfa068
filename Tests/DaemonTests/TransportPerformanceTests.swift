// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm
import MetronomeSession
import Testing

@testable import Daemon

/// Start, stop, and changes of what plays, by one client and by several.
@Suite struct TransportPerformanceTests {
    private func playing(_ bpm: Int, _ words: String...) throws -> PerformanceBench {
        let bench = try PerformanceBench()
        for words in words + ["tempo \(bpm)", "start"] { try bench.say(words) }
        return bench
    }

    @Test func `start, stop and toggle answer from when they hold`() throws {
        let bench = try PerformanceBench()
        try bench.say("tempo 600")
        let idle = try bench.say("stop")
        #expect(idle.run == 0 && idle.atBeat == nil && idle.atNs == nil && idle.values == ["playing": false])
        let asked = bench.moment.now.nanoseconds
        let started = try bench.say("start")
        #expect(started.values["playing"] == true && started.atBeat == 0)
        #expect(try #require(started.atNs) > asked)
        try bench.wait(forBeat: 2)
        let again = try bench.say("start")
        #expect(again.values["playing"] == true && again.atBeat ?? 0 > 2)
        let stopped = try bench.say("stop")
        #expect(stopped.values["playing"] == false)
        #expect(try #require(stopped.atBeat) >= #require(again.atBeat))
        #expect(try #require(stopped.atNs) >= #require(again.atNs))
        #expect(try !bench.status().playing)
        #expect(try bench.say("toggle").atBeat == 0)
        #expect(try bench.status().playing)
        #expect(try bench.say("toggle").values["playing"] == false)
        #expect(try !bench.status().playing)
    }

    @Test func `every answer, event and status says which start it is about`() throws {
        let bench = try PerformanceBench()
        try bench.say("tempo 600")
        bench.ask(
            .subscribe(
                [.beat, .state, .motion, .frame], leadMs: nil, properties: ["ring.progress"], minimumIntervalMs: 50),
            by: 1)
        for run in 1...3 {
            #expect(try bench.say("start").run == run)
            try bench.wait(forBeat: 1)
            #expect(try bench.say("tempo \(600 + run)").run == run)
            #expect(try bench.status().run == run)
            #expect(try bench.say("stop").run == run)
            #expect(try bench.say("volume 0.\(run)").run == run)
            #expect(try bench.status().run == run)
        }
        var (runs, kinds) = ([Int](), Set<EventKind>())
        for announcement in bench.told(to: 1) {
            switch announcement {
            case .beat(let event): runs.append(event.run); kinds.insert(.beat)
            case .state(let event): runs.append(event.run); kinds.insert(.state)
            case .motion(let event): runs.append(event.run); kinds.insert(.motion)
            case .frame(let event): runs.append(event.run); kinds.insert(.frame)
            default: break
            }
        }
        #expect(runs == runs.sorted() && Set(runs).isSuperset(of: [1, 2, 3]))
        #expect(kinds == [.beat, .state, .motion, .frame])
    }

    @Test func `of a stop and a start by two clients at once, the later one holds`() throws {
        for stopsFirst in [true, false] {
            let bench = try playing(600)
            try bench.wait(forBeat: 2)
            let first = bench.ask(stopsFirst ? .stop() : .start)
            let second = bench.ask(stopsFirst ? .start : .stop(), by: 1)
            bench.pass(ms: 100)
            #expect(try bench.change(first).values["playing"] == .bool(!stopsFirst))
            #expect(try bench.change(second).values["playing"] == .bool(stopsFirst))
            #expect(try bench.status().playing == stopsFirst)
            // A run that begins anew does so at its own first beat.
            if stopsFirst { #expect(try bench.change(second).atBeat == 0 && bench.status().run == 2) }
        }
    }

    @Test(arguments: [0, 1])
    func `what waits in a run that is being stopped is not heard in the next one`(beat: Int) throws {
        let bench = try playing(600, "bell bar")
        if beat > 0 { try bench.wait(forBeat: beat) }
        for words in ["bell 3 at bar", "stop", "start"] { try bench.ask(words) }
        bench.pass(ms: 200)
        try bench.wait(forBeat: 5)
        let status = try bench.status()
        #expect(status.run == 2 && status.pending.isEmpty)
        #expect(status.settings.bell == BellState(every: 4, on: 1) && status.heard.bell == status.settings.bell)
    }

    @Test(arguments: [true, false])
    func `what is asked for while a run fades out waits for the next one`(isStarted: Bool) throws {
        let bench = try playing(600)
        try bench.wait(forBeat: 10)
        try bench.say("volume 0.5 at @90")
        for words in ["stop"] + (isStarted ? ["start"] : []) { try bench.ask(words) }
        let asked = try ["tempo 300 at @2", "tempo 200 at @3"].map { try bench.ask($0) }
        bench.pass(ms: 100)
        #expect(try asked.map { try bench.change($0).values["pending"]?.integer } == [2, 3])
        #expect(try bench.status().pending.map(\.pending) == [2, 3])
        if !isStarted { try bench.say("start") }
        #expect(try bench.status().pending.map(\.atBeat) == [4, 8])
        try bench.wait(forBeat: 10)
        let status = try bench.status()
        #expect(status.run == 2 && status.bpm == 200 && status.pending.isEmpty)
    }

    @Test func `of two starts behind an end that is written neither takes the other back`() throws {
        let bench = try playing(600)
        try bench.say("stop at @2")
        for _ in 0..<100 where !bench.performance.isEndDecided { bench.pass(ms: 10) }
        let asked = try ["start", "start"].map { try bench.ask($0) }
        bench.pass(ms: 200)
        for id in asked { #expect(try bench.change(id).values["playing"] == true) }
        #expect(try bench.status().run == 2)
    }

    @Test func `of two changes by two clients at once, each is answered with its own value`() throws {
        let bench = try playing(600)
        for _ in 0..<8 {
            let first = bench.ask(.change(.tempo(.to(try Tempo(100)))))
            let second = bench.ask(.change(.tempo(.to(try Tempo(120)))), by: 1)
            bench.pass(ms: 60)
            #expect(
                try bench.change(first).values["bpm"]?.number == 100
                    && bench.change(second).values["bpm"]?.number == 120)
        }
    }

    @Test func `beat, bar and bell follow the meter, and a new one begins a bar on the next beat`() throws {
        let bench = try playing(900, "meter 3/8", "bell 4")
        for index in [1, 5, 12] {
            try bench.wait(forBeat: index)
            let place = try #require(try bench.status().position)
            #expect(place.bar == place.beatIndex / 3 + 1)
            #expect(place.beat == place.beatIndex % 3 + 1)
            #expect(place.bell == (place.beatIndex % 4 == 0))
            #expect((0..<1).contains(place.phase))
        }
        try bench.say("bell bar")
        let begin = try #require(bench.say("meter 5/4").atBeat)
        #expect(begin == begin.rounded())
        for index in 0..<12 {
            try bench.wait(forBeat: Int(begin) + index)
            let place = try #require(try bench.status().position)
            #expect(place.beat == (place.beatIndex - Int(begin)) % 5 + 1)
            #expect(place.bell == (place.beat == 1))
        }
    }

    @Test func `several settings are set at once, with one answer and one event, or none of them`() throws {
        let bench = try playing(300)
        bench.readsAtOnce = true
        bench.ask(.subscribe([.state], leadMs: nil), by: 1)
        let before = bench.states(to: 1).count
        let answer = try bench.say("set bpm=240 meter=7/8 bell=4 on 2 volume=50% sounds.beat=bell").values
        #expect(answer["bpm"]?.number == 240 && answer["meter"] == "7/8" && answer["bell"] == ["every": 4, "on": 2])
        #expect(answer["volume"] == 0.5)
        #expect(
            answer["sounds"] == [
                "beat": "bell", "bell": "bell", "accent": "auto", "ghost": "auto", "subdivision": "auto",
            ])
        bench.pass(ms: 500)
        let told = bench.states(to: 1).dropFirst(before)
        let event = try #require(told.first { $0.changed.contains("bpm") })
        #expect(Set(event.changed).isSuperset(of: ["bpm", "meter", "bell", "volume", "sounds"]))
        #expect(event.state.bpm == 240 && event.state.meter == "7/8" && event.state.settings.volume == 0.5)
        for (words, param, reason) in [
            ("set volume=0.1 bpm=+5000", "bpm", "out_of_range"), ("set volume=0.1 meter=7", "meter", "invalid"),
            ("set volume=0.1 sounds.beat=nowhere", nil, "not_found"),
            ("set volume=0.1 sounds.beat=/etc/passwd", "sounds.beat", "invalid"),
            ("set volume=0.1 tmepo=100", "tmepo", "unknown_param"), ("set", nil, "missing_param"),
            ("set 0.1", "0.1", "unknown_param"), ("set volume=0.1 volume=0.2", "volume=0.2", "unknown_param"),
        ] {
            let refusal: ControlError
            do { refusal = try bench.refusal(of: words) } catch let error as ControlError { refusal = error }
            #expect(refusal.reason == reason && refusal.param == param, "\(words): \(refusal)")
        }
        bench.pass(ms: 500)
        #expect(try bench.status().settings.volume == 0.5)
        #expect(bench.states(to: 1).allSatisfy { $0.state.settings.volume != 0.1 })
    }

    @Test func `changes of the music are undone and redone, whoever asked for them`() throws {
        let bench = try playing(300)
        bench.readsAtOnce = true
        let base = try bench.status().history.undo
        try bench.say("tempo 200")
        try bench.say("set meter=7/8 bell=off sounds.beat=bell")
        // Changes nothing, and is none.
        try bench.say("tempo 200")
        try bench.ask("offset 5")
        #expect(try bench.status().history == HistoryState { $0.undo = base + 2 })
        bench.ask(.subscribe([.state], leadMs: nil), by: 1)
        let before = bench.states(to: 1).count
        let undo = bench.ask(try bench.call("undo"), by: 1)
        bench.pass(ms: 500)
        let undone = try bench.change(undo)
        #expect(undone.values["meter"] == "4/4" && undone.values["bell"] == ["every": 4, "on": 1])
        #expect(undone.values["volume"] == nil && undone.run == 1 && undone.atNs != nil)
        #expect(
            undone.values["sounds"] == [
                "beat": "beat", "bell": "bell", "accent": "auto", "ghost": "auto", "subdivision": "auto",
            ])
        let event = try #require(bench.states(to: 1).dropFirst(before).first { $0.changed.contains("meter") })
        #expect(Set(event.changed) == ["meter", "bell", "sounds", "history", "heard"])
        #expect(
            event.state.meter == "4/4"
                && event.state.history
                    == HistoryState {
                        $0.undo = base + 1; $0.redo = 1
                    }
        )
        #expect(try bench.say("undo").values["bpm"]?.number == 300)
        for _ in 0..<base { try bench.say("undo") }
        #expect(try bench.refusal(of: "undo").message.contains("nothing to undo"))
        for _ in 0..<base { try bench.say("redo") }
        #expect(try bench.say("redo").values["bpm"]?.number == 200)
        #expect(try bench.say("redo").values["meter"] == "7/8")
        #expect(try bench.refusal(of: "redo").reason == "nothing_to_restore")
        try bench.say("undo")
        try bench.say("volume 0.3")
        #expect(try bench.refusal(of: "redo").message.contains("nothing to redo"))
        let status = try bench.status()
        #expect(status.bpm == 200 && status.settings.volume == 0.3 && status.meter == "4/4")
    }

    @Test func `two clients that undo at once undo two changes`() throws {
        let bench = try PerformanceBench()
        bench.readsAtOnce = true
        for words in ["volume 0.1", "sound beat bell", "sound bell beat"] { try bench.say(words) }
        bench.readsAtOnce = false
        for client in [0, 1] { bench.ask(try bench.call("undo"), by: client) }
        while !bench.loads.isEmpty { bench.read(bench.loads.count - 1) }
        let status = try bench.status()
        #expect(
            status.settings.sounds
                == SoundNames {
                    ($0.beat, $0.bell, $0.accent, $0.ghost, $0.subdivision) = ("beat", "bell", "auto", "auto", "auto")
                } && status.settings.volume == 0.1)
        #expect(status.history == HistoryState { ($0.undo, $0.redo) = (1, 2) })
    }

    @Test func `tempo, bell and volume can be said in every way`() throws {
        let bench = try PerformanceBench()
        for (words, bpm) in [
            ("tempo 120", 120), ("tempo +5", 125), ("tempo -2.5", 122.5), ("tempo x2", 245), ("tempo /2", 122.5),
            ("tempo 100", 100), ("tempo -10%", 90),
        ] {
            #expect(try bench.say(words).values["bpm"]?.number == bpm && bench.status().bpm == bpm, "\(words)")
        }
        #expect(try bench.say("tempo allegro") == bench.say("tempo Allegro"))
        #expect(try bench.say("bell 4 on 4").values["bell"] == ["every": 4, "on": 4])
        #expect(try bench.say("bell off").values["bell"] == nil as JSONValue && bench.status().bell == nil)
        try bench.say("meter 7/8")
        #expect(try bench.say("bell bar").values["bell"] == ["every": 7, "on": 1])
        #expect(try bench.say("volume 80%").values["volume"]?.number == 0.8)
        #expect(try bench.say("volume 0.25").values["volume"]?.number == 0.25 && bench.status().settings.volume == 0.25)
    }

    // MARK: how far ahead is written

    private func fills(_ bench: PerformanceBench) -> [Int] {
        bench.actions.compactMap { if case .setFill(let ms) = $0 { ms } else { nil } }
    }

    @Test(arguments: [LatencyProfile.normal, .quiet])
    func `a profile is prompt while somebody changes something, and saves wake-ups afterwards`(
        profile: LatencyProfile
    ) throws {
        var settings = Settings()
        settings.latency = profile
        let bench = try PerformanceBench(settings)
        // What does not play is ready to be heard soon.
        bench.take(.outputChanged)
        bench.pass(ms: 11_000)
        #expect(fills(bench).allSatisfy { $0 == 30 } && settings.promptFillMs == 30)
        try bench.say("start")
        #expect(fills(bench) == [30])
        bench.pass(ms: 11_000)
        #expect(fills(bench).last == profile.fillMs)
        // What nobody hears does not shorten the fill, nor does somebody who only looks on.
        try bench.ask("offset 0")
        bench.ask(.subscribe([.state], leadMs: nil), by: 1)
        #expect(fills(bench).last == profile.fillMs)
        try bench.say("tempo 61")
        #expect(fills(bench).last == 30)
        bench.pass(ms: 11_000)
        #expect(fills(bench).last == profile.fillMs)
        for words in ["stop", "start"] { try bench.say(words) }
        #expect(fills(bench).last == 30)
    }
}
