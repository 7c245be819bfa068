// SPDX-License-Identifier: Apache-2.0

import Control
import Linux
import Testing

@Suite(.waits) struct TransportTests {
    @Test func `start, stop and toggle answer from when they hold`() throws {
        try withDaemon("--bpm", "600", "--no-play") { daemon in
            let client = try daemon.connect()
            #expect(try client.say("stop") == ["run": 0, "at_beat": nil, "at_ns": nil, "playing": false])

            let asked = MonotonicClock.nowNs
            let started = try client.say("start")
            #expect(started["playing"] == true)
            #expect(started["at_beat"]?.number == 0)
            #expect(try #require(started["at_ns"]?.integer) > asked)

            try daemon.waitForBeat(2)
            let again = try client.say("start")
            #expect(again["playing"] == true)
            #expect(try #require(again["at_beat"]?.number) > 2)

            let stopped = try client.say("stop")
            #expect(stopped["playing"] == false)
            #expect(try #require(stopped["at_beat"]?.number) >= #require(again["at_beat"]?.number))
            #expect(try #require(stopped["at_ns"]?.integer) >= #require(again["at_ns"]?.integer))
            #expect(try !client.status().playing)

            #expect(try client.say("toggle")["at_beat"]?.number == 0)
            #expect(try client.status().playing)
            #expect(try client.say("toggle")["playing"] == false)
            #expect(try !client.status().playing)
        }
    }

    @Test func `every answer, event and status says which start it is about`() throws {
        try withDaemon("--bpm", "600", "--no-play") { daemon in
            let (client, listener) = (try daemon.connect(), try daemon.connect())
            #expect(try listener.subscribe("beat state").state.run == 0)
            _ = try listener.say("subscribe motion ring.progress")
            _ = try listener.say("subscribe frame 50 ring.progress")
            for run in 1...3 {
                #expect(try client.say("start")["run"] == .integer(Int64(run)))
                try daemon.waitForBeat(1)
                #expect(try client.say("tempo \(600 + run)")["run"] == .integer(Int64(run)))
                #expect(try client.status().run == run)
                #expect(try client.say("stop")["run"] == .integer(Int64(run)))
                #expect(try client.say("volume 0.\(run)")["run"] == .integer(Int64(run)))
                #expect(try client.status().run == run)
            }
            _ = try listener.say("status")
            var (runs, kinds) = ([Int](), Set<String>())
            while let line = try listener.nextEvent(timeout: .zero) {
                let event = try JSONLine.parse(line)
                runs.append(try #require(event["params"]?["run"]?.integer, "\(event.text)"))
                kinds.insert(event["method"]?.string ?? "")
            }
            #expect(runs == runs.sorted() && Set(runs).isSuperset(of: [1, 2, 3]))
            #expect(kinds == ["event.beat", "event.state", "event.motion", "event.frame"])
        }
    }

    @Test func `of a stop and a start by two clients at once, the later one holds`() throws {
        try withDaemon("--bpm", "600", "--no-play") { daemon in
            let (one, other) = (try daemon.connect(), try daemon.connect())
            var restarts = 0
            for _ in 0..<20 {
                try one.say("start")
                try daemon.waitForBeat(1)
                try one.send("stop")
                try other.send("start")
                let (stopped, started) = (try one.next()["result"], try other.next()["result"])
                #expect(stopped?["playing"] == false && started?["playing"] == true)
                let isNew = started?["at_beat"] == 0
                #expect(try one.status().playing == isNew)
                guard isNew else { continue }
                restarts += 1
                // The new run plays on, from its own first beat.
                try daemon.waitForBeat(2)
                try one.say("stop")
            }
            #expect(restarts > 0)
        }
    }

    @Test func `of two changes by two clients at once, each is answered with its own value`() throws {
        try withDaemon("--bpm", "600") { daemon in
            let (one, other) = (try daemon.connect(), try daemon.connect())
            for _ in 0..<40 {
                try one.send("tempo 100")
                try other.send("tempo 120")
                #expect(try one.next()["result"]?["bpm"] == 100)
                #expect(try other.next()["result"]?["bpm"] == 120)
            }
        }
    }

    @Test(arguments: [
        (["--bpm", "90"], true, 90.0), (["--bpm", "90", "--no-play"], false, 90), (["--play"], true, 120),
        ([], false, 120),
    ])
    func `with a tempo it plays at once, else it waits`(flags: [String], plays: Bool, bpm: Double) throws {
        try Home().withDaemon(flags) { daemon in
            let status = try poll(for: "status as expected") {
                let status = try daemon.status()
                return status.playing == plays ? status : nil
            }
            #expect(status.bpm == bpm)
        }
    }

    @Test func `beat, bar and bell follow the meter`() throws {
        try withDaemon("--bpm", "900", "--meter", "3/8", "--bell-every", "4") { daemon in
            let client = try daemon.connect()
            for index in [1, 5, 12] {
                try daemon.waitForBeat(index)
                let place = try #require(try client.status().position)
                #expect(place.bar == place.beatIndex / 3 + 1)
                #expect(place.beat == place.beatIndex % 3 + 1)
                #expect(place.bell == (place.beatIndex % 4 == 0))
                #expect((0..<1).contains(place.phase))
            }
        }
    }

    @Test func `a new meter begins a bar on the next beat`() throws {
        try withDaemon("--bpm", "300", "--meter", "4/4") { daemon in
            let client = try daemon.connect()
            try daemon.waitForBeat(1)
            let answer = try client.say("meter 5/4")
            let begin = try #require(answer["at_beat"]?.number)
            #expect(begin == begin.rounded())
            try daemon.waitForBeat(Int(begin))
            let place = try #require(try client.status().position)
            #expect(place.beat == (place.beatIndex - Int(begin)) % 5 + 1)
            #expect(place.bell == (place.beat == 1))
        }
    }

    @Test func `several settings are set at once, with one answer and one event, or none of them`() throws {
        try withDaemon("--bpm", "300") { daemon in
            let (client, listener) = (try daemon.connect(), try daemon.connect())
            try daemon.waitForBeat(0)
            _ = try listener.subscribe("state")
            let answer = try client.say("set tempo=240 meter=7/8 bell=4 on 2 volume=50% sounds.beat=bell")
            #expect(answer["bpm"] == 240 && answer["meter"] == "7/8" && answer["bell"] == ["every": 4, "on": 2])
            #expect(
                answer["volume"] == 0.5 && answer["sounds"] == ["beat": "bell", "bell": "bell", "subdivision": "auto"])
            #expect(try #require(answer["at_beat"]?.number) >= 1 && answer["run"] == 1)
            let event = try listener.nextState()
            #expect(Set(event.changed).isSuperset(of: ["bpm", "meter", "bell", "volume", "sounds"]))
            #expect(event.state.bpm == 240 && event.state.meter == "7/8" && event.state.volume == 0.5)

            for (words, param, reason) in [
                ("set volume=0.1 tempo=+5000", "tempo", "out_of_range"), ("set volume=0.1 meter=7", "meter", "invalid"),
                ("set volume=0.1 sounds.beat=nowhere", nil, "not_found"),
                ("set volume=0.1 sounds.beat=/etc/passwd", "sounds.beat", "invalid"),
                ("set volume=0.1 tmepo=100", "tmepo", "unknown_param"), ("set", nil, "missing_param"),
                ("set 0.1", "0.1", "unknown_param"), ("set volume=0.1 volume=0.2", "volume=0.2", "unknown_param"),
            ] {
                let refusal = try client.refusal(of: words)
                #expect(refusal.reason == reason, "\(words): \(refusal)")
                #expect(refusal.param == param, "\(words): \(refusal)")
            }
            #expect(try client.refusal(of: "settings.set", [:]).reason == "missing_param")
            #expect(try client.status().volume == 0.5)
            // The next event is that of the next change.
            try client.say("volume 0.6")
            #expect(try listener.nextState().state.volume == 0.6)
        }
    }

    @Test func `changes of the music are undone and redone, whoever asked for them`() throws {
        try withDaemon("--bpm", "300") { daemon in
            let (client, other) = (try daemon.connect(), try daemon.connect())
            #expect(try client.refusal(of: "undo").reason == "nothing_to_restore")
            try client.say("tempo 200")
            try client.say("set meter=7/8 bell=off sounds.beat=bell")
            // Changes nothing, and is none.
            try client.say("tempo 200")
            try client.say("offset 5")
            #expect(try client.status().history == HistoryState(undo: 2, redo: 0))
            let listener = try daemon.connect()
            _ = try listener.subscribe("state")
            let undone = try other.say("undo")
            #expect(undone["meter"] == "4/4" && undone["bell"] == ["every": 4, "on": 1] && undone["volume"] == nil)
            #expect(undone["sounds"] == ["beat": "beat", "bell": "bell", "subdivision": "auto"])
            #expect(undone["run"] == 1 && undone["at_ns"]?.integer != nil)
            let event = try listener.nextState()
            #expect(Set(event.changed) == ["meter", "bell", "sounds", "history"])
            #expect(event.state.meter == "4/4" && event.state.history == HistoryState(undo: 1, redo: 1))
            #expect(try client.say("undo")["bpm"] == 300)
            #expect(try client.refusal(of: "undo").message.contains("nothing to undo"))
            #expect(try client.say("redo")["bpm"] == 200)
            #expect(try client.say("redo")["meter"] == "7/8")
            #expect(try client.refusal(of: "redo").reason == "nothing_to_restore")
            try client.say("undo")
            try client.say("volume 0.3")
            #expect(try client.refusal(of: "redo").message.contains("nothing to redo"))
            let status = try client.status()
            #expect(status.bpm == 200 && status.volume == 0.3 && status.meter == "4/4")
        }
    }

    @Test func `two clients that undo at once undo two changes`() throws {
        try withDaemon { daemon in
            let (one, other) = (try daemon.connect(), try daemon.connect())
            try one.say("volume 0.1")
            try one.say("sound beat bell")
            try one.say("sound bell beat")
            try one.send("undo")
            try other.send("undo")
            _ = (try one.next(), try other.next())
            let status = try one.status()
            #expect(
                status.sounds == SoundNames(beat: "beat", bell: "bell", subdivision: "auto") && status.volume == 0.1)
            #expect(status.history == HistoryState(undo: 1, redo: 2))
        }
    }

    @Test func `tempo is said absolutely, as a change, and by name`() throws {
        try withDaemon { daemon in
            let client = try daemon.connect()
            for (words, bpm) in [
                ("tempo 120", 120), ("tempo +5", 125), ("tempo -2.5", 122.5), ("tempo x2", 245), ("tempo /2", 122.5),
                ("tempo 100", 100), ("tempo -10%", 90),
            ] {
                #expect(try client.say(words)["bpm"]?.number == bpm, "\(words)")
                #expect(try client.status().bpm == bpm, "\(words)")
            }
            #expect(try client.say("tempo allegro") == client.say("tempo Allegro"))
        }
    }

    @Test func `bell and volume can be said in every way`() throws {
        try withDaemon { daemon in
            let client = try daemon.connect()
            #expect(try client.say("bell 4 on 4")["bell"] == ["every": 4, "on": 4])
            #expect(try client.say("bell off")["bell"] == nil as JSONValue)
            #expect(try client.status().bell == nil)
            try client.say("meter 7/8")
            #expect(try client.say("bell bar")["bell"] == ["every": 7, "on": 1])
            #expect(try client.say("volume 80%")["volume"]?.number == 0.8)
            #expect(try client.say("volume 0.25")["volume"]?.number == 0.25)
            #expect(try client.status().volume == 0.25)
        }
    }
}
