// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeControl
import MetronomeRhythm
import MetronomeSession
import Testing

@testable import Daemon

/// A performance that an outside clock leads.
@Suite struct LedPerformanceTests {
    /// A line of a clock that began at the first time of the bench.
    func line(
        _ bench: PerformanceBench, _ bpm: Double, _ name: String = "test", at beat: Double? = nil, quantum: Int64 = 4,
        but others: [String: JSONValue] = [:]
    ) throws -> Call {
        let now = bench.moment.now.nanoseconds
        let beat = beat ?? Double(now - 1_000_000_000_000) / 60e9 * bpm
        let command = try #require(CommandTable.all.first { $0.name == "follow" })
        return try command.call(
            [
                "source": .string(name), "beat": JSONValue(beat), "time_ns": .integer(now), "bpm": JSONValue(bpm),
                "quantum": .integer(quantum),
            ].merging(others) { $1 })
    }

    func follow(
        _ bench: PerformanceBench, _ bpm: Double, by client: Int = 0, _ name: String = "test"
    ) throws -> SyncState? {
        let id = bench.ask(try line(bench, bpm, name), by: client)
        return (try bench.answer(to: id).get() as? SyncAnswer)?.sync
    }

    func call(_ words: String) throws -> Call {
        try CommandTable.call(words: words.split(separator: " ").map(String.init))
    }

    func refusal(_ bench: PerformanceBench, _ id: Ask.ID) throws -> ControlError? {
        if case .failure(let error) = try bench.answer(to: id) { error } else { nil }
    }

    func status(_ bench: PerformanceBench) throws -> Status {
        try #require(bench.answer(to: bench.ask(.status(), by: 2)).get() as? Status)
    }

    func playing(_ bpm: Int) throws -> PerformanceBench {
        let bench = try PerformanceBench()
        try bench.ask("tempo \(bpm)")
        try bench.ask("start")
        bench.pass(ms: 200)
        return bench
    }

    @Test func `while nothing plays, too, a clock that falls silent is told`() throws {
        let bench = try PerformanceBench()
        bench.ask(.subscribe([.state], leadMs: nil), by: 2)
        _ = try follow(bench, 240)
        #expect(bench.states(to: 2).last?.state.sync?.stale == false && bench.performance.wakes.next != nil)
        bench.pass(ms: 2100)
        #expect(bench.states(to: 2).last?.state.sync?.stale == true && bench.performance.wakes.next == nil)
    }

    @Test func `a second owner is refused, until the first has gone or fallen silent`() throws {
        let bench = try playing(240)
        _ = try follow(bench, 240)
        let error = try #require(try refusal(bench, bench.ask(line(bench, 200, "other"), by: 1)))
        #expect(error.reason == "clock_followed" && error.message.contains("test is followed already"))
        #expect(try status(bench).sync?.source == "test")
        // It goes: the beats go on.
        bench.leave(0)
        let gone = try status(bench)
        #expect(gone.playing && gone.bpm == 240 && gone.sync?.stale == true && gone.sync?.source == "test")
        // Another takes its place, and falls silent.
        #expect(try follow(bench, 200, by: 1, "other")?.source == "other")
        #expect(try status(bench).sync?.stale == false)
        bench.pass(ms: 2100)
        #expect(try status(bench).sync?.stale == true)
        #expect(try follow(bench, 210, by: 2, "third")?.bpm == 210)
        #expect(try refusal(bench, bench.ask(line(bench, 200, "other"), by: 1))?.reason == "clock_followed")
    }

    @Test func `beats are led to the line, and stay on it`() throws {
        let bench = try playing(120)
        bench.ask(.subscribe([.beat], leadMs: 500), by: 2)
        for _ in 0..<60 {
            bench.pass(ms: 200)
            _ = try follow(bench, 121)
        }
        let beats = bench.told(to: 2).compactMap { if case .beat(let beat) = $0 { beat } else { nil } }.suffix(4)
        for beat in beats {
            let place = Double(beat.atNs - 1_000_000_000_000) / 60e9 * 121
            #expect(abs(place - place.rounded()) * 60_000 / 121 < 0.5, "beat \(beat.beatIndex), in ms")
        }
        #expect(beats.count == 4)
    }

    @Test func `a place to begin at goes with its start, which the device refuses: the next one begins on the bar`()
        throws
    {
        let bench = try PerformanceBench()
        bench.pass(ms: 700)
        _ = try follow(bench, 120)
        bench.opensOutput = false
        let refused = try bench.ask("start at now")
        bench.take(.outputRefused(run: 1, reason: "it is busy"))
        #expect(try refusal(bench, refused)?.reason == "audio_unavailable")
        bench.opensOutput = true
        try bench.ask("start")
        // The bench begins at once all the same.
        #expect(bench.lastOrder?.start?.time == ClockTime(nanoseconds: 1_002_000_000_000))
    }

    /// A clock that may jump and change its tempo.
    private struct Clock {
        var bpm: Double
        var beat = 0.0
        var ns: Int64

        func beat(at time: Int64) -> Double { beat + Double(time - ns) / 60e9 * bpm }

        /// How far a time is from the nearest beat, in milliseconds.
        func late(_ time: Int64) -> Double {
            let place = beat(at: time)
            return (place - place.rounded()) * 60_000 / bpm
        }

        mutating func change(to bpm: Double, at now: Int64) { (beat, ns, self.bpm) = (beat(at: now), now, bpm) }
    }

    @Test func `a line that is joined while it plays is met within the bar, bars and all, and no beat is lost`() throws
    {
        let bench = try PerformanceBench(clicks: ClickFolder())
        for words in ["set bpm=200 meter=3/4 volume=1", "start"] { try bench.say(words) }
        bench.ask(.subscribe([.beat], leadMs: 600), by: 2)
        try bench.wait(forBeat: 3)
        var clock = Clock(bpm: 240, beat: 0.37, ns: bench.moment.now.nanoseconds)
        func follow(until last: Int) throws {
            while bench.beats(to: 2).last?.beatIndex ?? -1 < last {
                let now = bench.moment.now.nanoseconds
                bench.ask(try line(bench, clock.bpm, at: clock.beat(at: now), quantum: 3))
                bench.pass(ms: 200)
            }
        }
        try follow(until: 40)
        for beat in bench.beats(to: 2) where 21...40 ~= beat.beatIndex {
            #expect(abs(clock.late(beat.atNs)) < 0.5, "beat \(beat.beatIndex)")
            let place = Int(clock.beat(at: beat.atNs).rounded())
            #expect(beat.beat == place % 3 + 1 && beat.bell == (place % 3 == 0))
        }
        // Another phase while it plays, and another tempo.
        clock.beat += 0.4
        try follow(until: 62)
        for beat in bench.beats(to: 2) where 52...62 ~= beat.beatIndex { #expect(abs(clock.late(beat.atNs)) < 0.5) }
        clock.change(to: 250, at: bench.moment.now.nanoseconds)
        try follow(until: 84)
        for beat in bench.beats(to: 2) where 76...84 ~= beat.beatIndex {
            #expect(abs(clock.late(beat.atNs)) < 0.5 && beat.bpm == 250)
        }
        let lengths = zip(bench.frames, bench.frames.dropFirst()).map { $1 - $0 }
        #expect(lengths.count > 80 && lengths.allSatisfy { (5_500...29_000).contains($0) }, "\(lengths)")
    }

    @Test func `an owner that lies is refused line by line, and the beats go on`() throws {
        let bench = try playing(240)
        _ = try follow(bench, 240)
        let now = bench.moment.now.nanoseconds
        let lies: [(String, JSONValue, String)] = [
            ("beat", 1e12, "out_of_range"), ("beat", "x", "wrong_type"),
            ("time_ns", .integer(now - 5_000_000_000), "invalid"),
            ("time_ns", .integer(.max), "invalid"), ("time_ns", .integer(.min), "invalid"),
            ("bpm", 0, "out_of_range"), ("bpm", -120, "out_of_range"), ("bpm", "1/0", "out_of_range"),
            ("bpm", "nan", "invalid"), ("bpm", "5000/1", "out_of_range"), ("quantum", 0, "out_of_range"),
            ("quantum", 1.5, "wrong_type"), ("source", "a b", "invalid"), ("source", "system", "invalid"),
        ]
        for (name, value, reason) in lies {
            let error: ControlError?
            do { error = try refusal(bench, bench.ask(line(bench, 240, but: [name: value]))) } catch let refused
                as ControlError
            { error = refused }
            #expect(error?.reason == reason, "\(name): \(value.text)")
        }
        #expect(try follow(bench, 240)?.stale == false && status(bench).playing)
        // Lines that are true each, and go anywhere.
        for step in 0..<60 {
            bench.ask(
                try line(bench, Double(step * 997 % 900) + 20, at: Double(step * step % 17) / 3))
            bench.pass(ms: 20)
        }
        let position = try #require(try status(bench).position?.beatIndex)
        bench.pass(ms: 5000)
        #expect(try status(bench).playing && status(bench).position?.beatIndex ?? 0 > position)
    }

    @Test func `peers that the owner has found are told, and whether Link is on`() throws {
        let bench = try PerformanceBench()
        #expect(try follow(bench, 240)?.peers == nil)
        bench.ask(.subscribe([.state], leadMs: nil), by: 1)
        bench.ask(try call("bridge link Session peers 3"))
        bench.pass(ms: 20)
        #expect(bench.states(to: 1).last?.state.sync?.peers == 3)
        #expect(try follow(bench, 240)?.peers == 3)
        // The peers of another client are not the clock's.
        bench.ask(try call("bridge other Session peers 7"), by: 2)
        #expect(try follow(bench, 240)?.peers == 3)
        for peers in ["-1", "1.5", "x"] {
            let error = #expect(throws: ControlError.self) { try call("bridge link Session peers \(peers)") }
            #expect(error?.param == "peers")
        }
    }

    @Test func `a song and a trainer have their own tempo: the line is heard, and not followed until they are over`()
        throws
    {
        let files = try ClickFolder()
        let bench = try PerformanceBench(clicks: files)
        _ = try follow(bench, 240)
        let path = try files.write("tempo = 300\n[[section]]\nbars = 3\n", to: "song.toml")
        bench.ask(try call("song load \(path)"), by: 1)
        let unfollowed = try #require(try follow(bench, 240))
        #expect(unfollowed.notFollowed == "the song has its own tempo" && !unfollowed.stale && unfollowed.bpm == 240)
        #expect(try status(bench).bpm == 300)
        bench.ask(try call("song unload"), by: 1)
        #expect(try follow(bench, 240)?.notFollowed == nil && status(bench).bpm == 240)
        bench.ask(try call("trainer speed 60 to 90 by 5 every 4"), by: 1)
        #expect(try follow(bench, 240)?.notFollowed == "the speed trainer leads the tempo")
    }

    @Test func `by the clock of the system another offset moves what is told, and no beat`() throws {
        var settings = Settings()
        settings.clock = .system
        let bench = try PerformanceBench(settings, clicks: ClickFolder())
        for words in ["tempo 240", "start"] { try bench.say(words) }
        bench.ask(.subscribe([.beat], leadMs: 100))
        try bench.wait(forBeat: 6)
        try bench.say("offset 40")
        try bench.wait(forBeat: 24)
        let beats = Dictionary(uniqueKeysWithValues: bench.beats().map { ($0.beatIndex, $0) })
        let (before, after) = (try #require(beats[4]), try #require(beats[24]))
        #expect(abs(Double(after.atNs - before.atNs) / 1e6 - 5040) < 0.2)
        #expect(abs(bench.frames[24] - bench.frames[4] - 20 * 12_000) < 10)
    }

    @Test(arguments: [-300.0, 300]) func `on a card that is off, what is heard is on the line`(ppm: Double) throws {
        let bench = try PerformanceBench(clicks: ClickFolder(), ppm: ppm)
        for words in ["set bpm=240 bell=off", "start"] { try bench.say(words) }
        for _ in 0..<80 {
            _ = try follow(bench, 240)
            bench.pass(ms: 200)
        }
        let late = bench.heard.dropFirst(22).map { onset in
            let place = Double(bench.ns(ofFrame: onset.frame) - 1_000_000_000_000) / 250e6
            return (place - place.rounded()) * 250
        }
        // Sixteen seconds without correction would make five milliseconds.
        #expect(late.count > 30 && late.allSatisfy { abs($0) < 0.5 }, "\(late)")
    }

    private static let ramp = """
        tempo = 300
        [[section]]
        bars = 3
        pattern = "xxxx"
        [[section]]
        bars = 4
        pattern = "xxxx"
        tempo = { to = 200 }
        [[section]]
        bars = 2
        pattern = "xxxx"
        tempo = 200
        """

    @Test func `by the clock of the system the beats keep the time of the wall, whatever the card does`() throws {
        var settings = Settings()
        settings.clock = .system
        let files = try ClickFolder()
        let bench = try PerformanceBench(settings, clicks: files, ppm: 900)
        for words in ["set bpm=240 bell=off", "start"] { try bench.say(words) }
        try bench.wait(forBeat: 36)
        let sync = try #require(try status(bench).sync)
        #expect(sync.source == "system" && sync.bpm == nil && !sync.stale)
        let heard = bench.heard.map { bench.ns(ofFrame: $0.frame) }
        // Without it, 24 beats would be 5.4 ms short.
        #expect(abs(Double(heard[35] - heard[11]) / 1e6 - 6000) < 0.5)
        // A tempo is set as ever.
        #expect(try bench.say("tempo 200").values["bpm"]?.number == 200)
        // A song keeps the time of the wall too, along its ramps.
        let path = try files.write(Self.ramp, to: "song.toml")
        let other = try PerformanceBench(settings, clicks: files, ppm: 900)
        for words in ["song load \(path)", "start"] { try other.say(words) }
        try other.playOut()
        let song = other.heard.map { other.ns(ofFrame: $0.frame) }
        try #require(song.count == 36)
        // 16 beats from 300 to 200 bpm, which without it would take 3.5 ms less.
        let seconds = 60 * 16 / -100 * log(200.0 / 300)
        #expect(abs(Double(song[28] - song[12]) / 1e9 - seconds) < 0.0006)
    }
}
