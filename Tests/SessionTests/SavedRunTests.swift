// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

@testable import MetronomeSession

@Suite struct SavedRunTests {
    @Test func `a run is kept from the beat that is heard, though its tempo will change`() throws {
        let settings = Settings()
        let later = PendingChange(
            id: 1, cue: .place(bar: 10, beat: 1), fromBeat: 0, action: .edit(.tempo(.to(try Tempo(100)))))
        let music = PlannedMusic(settings, pending: [later])
        let segment = TimelineSegment(
            originFrame: 1000, originPosition: .zero, tempo: try Tempo(120), sampleRate: .hz48000)
        let record = RunRecord(
            AdoptedPlan(
                frame: 400, run: 1, segment: segment, grid: music.parts[0].grid, nextBeat: 0),
            accents: settings.beatAccents, rules: music.rules, tempi: music.tempi)
        #expect(record.timeline.segments.count == 2)
        func saved(atFrame frame: Int64) -> SavedRun {
            let clock = DeviceClock(
                frame: 0, time: ClockTime(nanoseconds: 0), framesPerSecond: 48_000, writtenFrame: frame)
            let run = HeardRun(record, HeardClock(clock, offsetMilliseconds: 0))
            let now = ClockTime(nanoseconds: frame * 1_000_000_000 / 48_000)
            return run.saved(boot: "b", byBeat: run.savedBeat(at: now), settings: settings, song: nil)
        }
        let present = saved(atFrame: 49_000)
        #expect(present.bar == 1 && present.beat == 3 && abs(present.beatNs - 5e8) < 1)
        let changed = saved(atFrame: segment.frame(ofBeat: 37))
        #expect(changed.bar == 10 && abs(changed.beatNs - 6e8) < 1)
    }

    private func run(bar: Int64 = 5, beat: Int = 3, of beats: Int = 4, beatNs: Double = 5e8) -> SavedRun {
        SavedRun(
            boot: "b", time: ClockTime(nanoseconds: 1_000_000_000), bar: bar, beat: beat, beatsPerBar: beats,
            beatNs: beatNs, edit: SavedRun.edit(of: Settings()))
    }

    private func entry(_ run: SavedRun, at ns: Int64) -> SavedRun.Entry {
        run.entry(notBefore: ClockTime(nanoseconds: ns))
    }

    @Test func `the first beat that is not too early is played, in its bar and at its time`() {
        let run = run()
        for (ns, at, bar, beat) in [
            (0, 1_000_000_000, 5, 3), (1_000_000_000, 1_000_000_000, 5, 3), (1_000_000_001, 1_500_000_000, 5, 4),
            (1_600_000_000, 2_000_000_000, 6, 1), (11_000_000_000, 11_000_000_000, 10, 3),
        ] as [(Int64, Int64, Int64, Int)] {
            let entry = entry(run, at: ns)
            #expect(entry == SavedRun.Entry(time: ClockTime(nanoseconds: at), bar: bar, beat: beat))
        }
        // A count-in goes on as one.
        #expect(entry(self.run(bar: 0), at: 1_700_000_000).bar == 1)
    }

    @Test func `groups of the bell go on where they were`() throws {
        // The bell rings on every third beat from bar 4 on, whose begin is eleven beats before.
        var run = run(bar: 6, beat: 4)
        run.originBar = 4
        let entry = entry(run, at: 1_000_000_000)
        let grid = run.grid(from: entry)
        #expect(grid.bar(ofBeat: 0) == 6 && grid.beatInBar(ofBeat: 0) == 4)
        #expect(grid.originBeat == -11)
        var settings = Settings()
        settings.bell = .every(try BellPattern(every: 3, on: 1))
        let music = PlannedMusic(settings, grid: grid)
        #expect((0..<4).map { music.rule(ofBeat: $0).rings(onBeat: $0) } == [false, true, false, false])
    }

    @Test func `after ten years a beat lies where exact arithmetic has it, to the microsecond`() throws {
        let beatNs = 60e9 / 137.3
        let run = run(beat: 2, of: 7, beatNs: beatNs)
        let years: Int64 = 10 * 366 * 86400 * 1_000_000_000
        let entry = entry(run, at: years)
        // A minute has 1373 tenths of a beat.
        let count = ((Int128(years) - 1_000_000_000) * 1373 + 600_000_000_000 - 1) / 600_000_000_000
        let exact = 1_000_000_000 + count * 600_000_000_000 / 1373
        #expect(abs(Int128(entry.time.nanoseconds) - exact) < 100_000)
        #expect(Int128(entry.bar - 5) * 7 + Int128(entry.beat - 2) == count)
    }

    @Test func `it is resumed in the same boot, after a crash, and for a minute after an orderly end`() {
        var run = run()
        let now = ClockTime(nanoseconds: 100_000_000_000)
        #expect(run.isToResume(boot: "b", at: now))
        #expect(!run.isToResume(boot: "c", at: now) && !run.isToResume(boot: "", at: now))
        run.ended = now
        #expect(run.isToResume(boot: "b", at: now.advanced(bySeconds: 60)))
        #expect(!run.isToResume(boot: "b", at: now.advanced(bySeconds: 61)))
        #expect(!run.isToResume(boot: "b", at: now.advanced(bySeconds: -1)))
    }

    @Test func `a later look at the same run is predicted, and one at another is not`() {
        let run = run()
        var later = run
        later.time = ClockTime(nanoseconds: 11_000_000_000)
        later.bar = 10
        #expect(run.predicts(later) && run.predicts(run))
        for change in [
            { $0.time = ClockTime(nanoseconds: 11_001_000_000) }, { $0.bar = 11 }, { $0.originBar = 2 },
            { $0.beat = 4 },
            { $0.beatNs = 5.1e8 },
            { $0.edit = Edit() }, { $0.ended = ClockTime(nanoseconds: 0) }, { $0.boot = "c" },
            { $0.song = SavedRun.Song(path: "/s", quarters: 1) },
        ] as [(inout SavedRun) -> Void] {
            var other = later
            change(&other)
            #expect(!run.predicts(other))
        }
    }

    @Test func `what is written is read back equal`() throws {
        var random = SeededGenerator(seed: 23)
        for _ in 0..<300 {
            var settings = Settings()
            settings.tempo = try Tempo(Int64.random(in: 1_000...999_000, using: &random), over: 1000)
            settings.meter = try Meter(beats: .random(in: 1...64, using: &random), unit: 8)
            settings.volume = .random(in: 0...1, using: &random)
            settings.isMuted = .random(using: &random)
            settings.bell =
                [.off, .bar, .every(try BellPattern(every: 5, on: 2))].randomElement(using: &random) ?? .off
            let beats = settings.countedMeter.beats
            var run = SavedRun(
                boot: "b\u{301}-\(Int.random(in: 0...9, using: &random))",
                time: ClockTime(nanoseconds: .random(in: 0 ... .max, using: &random)),
                bar: .random(in: -(1 << 40)...1 << 40, using: &random),
                originBar: .random(in: -(1 << 40)...1 << 40, using: &random),
                beat: .random(in: 1...beats, using: &random),
                beatsPerBar: beats, beatNs: .random(in: 1e7...1e12, using: &random), edit: SavedRun.edit(of: settings))
            if Bool.random(using: &random) {
                run.ended = ClockTime(nanoseconds: .random(in: 0 ... .max, using: &random))
            }
            if Bool.random(using: &random) {
                run.song = SavedRun.Song(
                    path: "/a \"b\"\n.toml", format: Bool.random(using: &random) ? "klick" : nil,
                    scale: try #require(Ratio(.random(in: 100...4000, using: &random), over: 1000)),
                    quarters: Bool.random(using: &random) ? .random(in: 0...1e9, using: &random) : nil,
                    loop: Bool.random(using: &random) ? 4..<8 : nil)
            }
            #expect(SavedRun(run.plain) == run)
            // Whatever is read has an answer for every time.
            for ns in [Int64.min, -1, 0, run.time.nanoseconds, .max] { _ = run.grid(from: entry(run, at: ns)) }
        }
    }

    @Test(
        arguments: [
            ("time_ns", .integer(-1)), ("bar", .integer(.max)), ("beat", .integer(0)), ("beat", .integer(5)),
            ("beats", .integer(65)), ("beat_ns", .number(0)), ("beat_ns", .number(1e13)), ("beat_ns", .string("1")),
            ("settings", .null), ("boot", .null), ("song", .string("/s")), ("song", .table(["path": .string("s")])),
        ] as [(String, PlainValue)])
    func `what no run has is none`(member: String, value: PlainValue) throws {
        guard case .table(var members) = run().plain else { return }
        #expect(SavedRun(.table(members)) != nil)
        members[member] = value
        #expect(SavedRun(.table(members)) == nil)
    }

    @Test func `music that is resumed has the bars of the run, and none is counted in`() throws {
        var settings = Settings()
        settings.countIn = 2
        let grid = BarGrid(originBeat: -2, originBar: 17, beatsPerBar: 4)
        var music = PlannedMusic(settings, grid: grid)
        #expect(music.rule(ofBeat: 0).grid.bar(ofBeat: 0) == 17 && music.rule(ofBeat: 0).grid.beatInBar(ofBeat: 0) == 3)
        #expect(music.rule(ofBeat: 2).rings(onBeat: 2) && !music.rule(ofBeat: 0).rings(onBeat: 0))
        music.countBars(later: 3)
        #expect(music.rule(ofBeat: 0).grid.bar(ofBeat: 2) == 21)
    }

    @Test func `trainers of music that is resumed some bars later begin with the bar that is told`() throws {
        var settings = Settings()
        let trainers: [Trainer] = [
            Trainer(try GapTrainer(parsing: "1 1 bars")), Trainer(try PromptList(parsing: "C, F every 2")),
        ]
        for trainer in trainers {
            settings = try Edit([type(of: trainer.rules).key: .trainer(trainer)]).applied(to: settings)
        }
        var music = PlannedMusic(settings, grid: BarGrid(originBeat: -3, originBar: 2, beatsPerBar: 4))
        music.countBars(later: 1)
        let grid = music.rule(ofBeat: 0).grid
        let begins = music.course(atBeat: 0).begun.map(\.begin)
        #expect(begins.map(\.beat) == [1, 1] && begins.map(\.bar) == [4, 4] && grid.bar(ofBeat: 1) == 4)
    }
}
