// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@testable import MetronomeSession

@Suite struct TrainerTextTests {
    @Test(arguments: [
        (Trainer.Kind.speed, "60 to 120"), (.gap, "1 1 beats"), (.mute, "50% seed 1"), (.timer, "2 bars"),
        (.prompt, "C, F"),
    ])
    func `a trainer keeps beats silent where its kind says so`(kind: Trainer.Kind, words: String) throws {
        let rules = try kind.rules.init(parsing: words)
        let grid = BarGrid(beatsPerBar: 4)
        let isSilent = (0..<64).contains {
            rules.isSilent(at: TrainerPlace(TrainerBegin(beat: 0, bar: 0), BeatPosition(whole: $0), in: grid))
        }
        #expect(isSilent == kind.rules.silencesBeats)
    }

    @Test(arguments: [
        (Trainer.Kind.speed, "60 to 120", "60 to 120 by 5 every 4"),
        (.speed, "to 120 by 2.5", "to 120 by 2.5 every 4"),
        (.speed, "60 to 120 by 1 every 16 bars and back then stop", "60 to 120 by 1 every 16 and back then stop"),
        (.speed, "to 96 per minute", "to 96 by 10 per minute"),
        (.speed, "120 to 60.5 by 8 per minute then again", "120 to 60.5 by 8 per minute then again"),
        (.speed, "60 to 120 then hold", "60 to 120 by 5 every 4"),
        (.speed, "80 to 120 by 5%", "80 to 120 by 4 every 4"),
        (.speed, "80 to 120 when within 15 ms", "80 to 120 by 5 every 4 when within 15 ms"),
        (
            .speed, "80 to 120 by 5 every 2 bars when within 8 and back then stop",
            "80 to 120 by 5 every 2 when within 8 ms and back then stop"
        ),
        (.gap, "3 1", "3 1 bars"), (.gap, "play 4 mute 2 beats", "4 2 beats"),
        (.gap, "2 1 growing", "2 1 bars growing by 1 to 8"),
        (.gap, "2 9 growing by 2", "2 9 bars growing by 2 to 9"),
        (.gap, "2 1 growing to 4 by 2", "2 1 bars growing by 2 to 4"),
        (.mute, "30", "30% beats"), (.mute, "30% of bars", "30% bars"),
        (.mute, "5% over 8 bars seed 0", "5% beats over 8 seed 0"),
        (.prompt, "C", "C every 4"), (.prompt, " C ,F,  B  flat ", "C, F, B flat every 4"),
        (.prompt, "C, F every 2 bars", "C, F every 2"), (.prompt, "C every 1 bar", "C every 1"),
        (.prompt, "Dm7, G7 | Em7, A7 shuffled", "Dm7, G7 | Em7, A7 every 4 shuffled"),
        (.prompt, "a, b every 3 shuffled seed 7", "a, b every 3 shuffled seed 7"),
        (.prompt, "Dm7, G7 |", "Dm7, G7 | every 4"), (.prompt, "play every 2 every 4", "play, every, 2 every 4"),
        (.prompt, "C F Bb every 2", "C, F, Bb every 2"),
        (.prompt, "one by one |", "one by one | every 4"),
        (.timer, "5", "5 minutes"), (.timer, "5m", "5 minutes"), (.timer, "90s", "90 seconds"),
        (.timer, "1 bar", "1 bar"), (.timer, "1", "1 minute"), (.timer, "64 beats", "64 beats"),
        (.timer, "1:30", "90 seconds"), (.timer, "10 min", "10 minutes"), (.timer, "10min", "10 minutes"),
        (.timer, "1h30m", "90 minutes"), (.timer, "1h30", "90 minutes"), (.timer, "1h 30", "90 minutes"),
        (.timer, "5m30", "330 seconds"),
        (.timer, "2 hours", "120 minutes"), (.timer, "1 min 30 s", "90 seconds"),
        (.timer, "90 sec", "90 seconds"),
        (.timer, "2:00", "120 seconds"), (.timer, "90 seconds", "90 seconds"),
    ])
    func `words are read, and written so that they are read as the same`(
        _ kind: Trainer.Kind, _ text: String, _ told: String
    ) throws {
        let trainer = try Trainer(kind, parsing: text)
        #expect(trainer.description == told)
        #expect(try Trainer(kind, parsing: told) == trainer)
    }

    @Test(arguments: [
        (Trainer.Kind.speed, ""), (.speed, "60"), (.speed, "60 120"), (.speed, "60 to"), (.speed, "60 to 120 by"),
        (.speed, "60 to 120 every"), (.speed, "60 to 120 per hour"), (.speed, "60 to 120 and"),
        (.speed, "60 to 120 then"), (.speed, "to 120 by 5%"), (.speed, "60 to 120 by %"), (.speed, "60 to 120 now"),
        (.speed, "nan to 120"), (.speed, "60 to 120 when good"), (.speed, "60 to 120 per minute when within 15"),
        (.gap, ""), (.gap, "3"), (.gap, "3 x"), (.gap, "3 1 notes"), (.gap, "3 1 growing fast"),
        (.gap, "3 1 growing to 4 to 5"), (.gap, "3 1 growing by 1 by 2"),
        (.mute, ""), (.mute, "much"), (.mute, "30% notes"), (.mute, "30% seed"), (.mute, "30% seed x"),
        (.prompt, ""), (.prompt, " , "), (.prompt, "|"), (.prompt, "every 4"),
        (.prompt, "C, F every 4 bars one bar ahead"), (.prompt, "C F every two bars"),
        (.prompt, "a, b every 99999999999999999999"),
        (.timer, ""), (.timer, "soon"), (.timer, "5 songs"), (.timer, "m"), (.timer, "5 m m"), (.timer, "1:60"),
        (.timer, "0:00"), (.timer, "1:3"), (.timer, "1:30:00"), (.timer, "1:+5"), (.timer, "+1:30"), (.timer, "5 5"),
        (.timer, "3 bars 2 beats"), (.timer, "3 bars 2"), (.timer, "90s 5"), (.timer, "1h60"), (.timer, "5m90"),
        (.timer, "9999999999 m"),
    ])
    func `what is no trainer is refused, and it is said what one is`(_ kind: Trainer.Kind, _ text: String) {
        let error = #expect(throws: SettingError.self) { try Trainer(kind, parsing: text) }
        #expect(error?.reason == .invalid && error?.message.contains("or \"off\"") ?? false)
    }

    @Test(arguments: [
        (Trainer.Kind.speed, "0 to 120", 1.0, 1000.0), (.speed, "60 to 1001", 1, 1000),
        (.speed, "60 to 70 by 0", 0.001, 999), (.speed, "60 to 70 when within 201", 1, 200),
        (.speed, "60 to 70 every 0", 1, 1000), (.gap, "0 1", 1, 1000), (.gap, "1 1001", 1, 1000),
        (.gap, "1 4 growing to 3", 4, 1000), (.mute, "0%", 1, 100), (.mute, "101%", 1, 100),
        (.mute, "5% seed -1", 0, 999_999_999), (.mute, "5% over 0", 1, 1000), (.timer, "0", 1, 100_000),
        (.prompt, "C, F every 0", 1, 1000), (.prompt, "C, F every 2 shuffled seed -1", 0, 999_999_999),
    ])
    func `a number out of its range is refused with the range`(
        _ kind: Trainer.Kind, _ text: String, _ low: Double, _ high: Double
    ) {
        let error = #expect(throws: SettingError.self) { try Trainer(kind, parsing: text) }
        #expect(error?.reason == .outOfRange && error?.minimum == low && error?.maximum == high)
    }

    @Test func `a timer of none says what it counts`() {
        let error = #expect(throws: SettingError.self) { try Trainer(.timer, parsing: "0 bars") }
        #expect(error?.message == "a timer has 1...100000 bars, not 0")
    }

    @Test func `a speed trainer says what holds now, what comes, and when it is done`() {
        let facts: [String: PlainValue] = [
            "next_bpm": .number(60), "next_beat": .integer(3), "end_beat": .integer(259),
        ]
        func told(_ bpm: Double, at beat: Int, _ inBar: Int = 1, of beats: Int = 4) -> String? {
            SpeedTrainer.sentence(
                facts, bpm: bpm, at: ToldPlace(beat: beat, beatInBar: inBar, beatsPerBar: beats))
        }
        #expect(told(100, at: 0) == "100 bpm now, 60 bpm in 3 beats, done in 64 bars")
        #expect(told(60, at: 0) == "60 bpm now, done in 64 bars")
        // From whatever beat of a bar, the bar line of one that is two bars on.
        #expect(told(60, at: 251, 4) == "60 bpm now, done in 2 bars")
        #expect(told(60, at: 255, 4, of: 8) == "60 bpm now, done in 4 beats")
        #expect(told(60, at: 258, 4) == "60 bpm now, done in 1 beat")
        let gradual: [String: PlainValue] = ["next_bpm": .number(80.068691), "next_beat": .integer(3)]
        #expect(
            SpeedTrainer.sentence(gradual, bpm: 80.0621, at: ToldPlace(beat: 0, beatInBar: 1, beatsPerBar: 4))
                == "80.062 bpm now, 80.069 bpm in 3 beats")
        let following: [String: PlainValue] = ["next_bpm": .null, "end_beat": .null, "within_ms": .integer(15)]
        #expect(
            SpeedTrainer.sentence(following, bpm: 80, at: ToldPlace(beat: 0))
                == "80 bpm now, on after bars played within 15 ms")
    }

    @Test func `a trainer without a first tempo or a seed is set with those that it has got`() throws {
        var settings = Settings()
        for (name, kind, text) in [("trainer.speed", Trainer.Kind.speed, "to 150"), ("trainer.mute", .mute, "30%")] {
            let key = try #require(Key.named(name))
            settings = try Edit([key: .trainer(try Trainer(kind, parsing: text))]).applied(to: settings)
        }
        #expect(settings.practice.speed?.from == 120_000)
        let seed = try #require(settings.practice.random?.seed)
        // Undone and redone, it is the same session.
        let key = try #require(Key.named("trainer.mute"))
        let again = try Edit([key: try #require(key.value(in: settings))]).applied(to: Settings())
        #expect(again.practice.random?.seed == seed)
        #expect(try Edit.trainersOff.applied(to: settings).practice.isEmpty)
    }

    @Test func `the time that is left is told in whole seconds, rounded up`() {
        #expect(
            [-1, 0, 0.2, 59.1, 60, 3599.5, 3729, .infinity].map(PracticeTimer.text)
                == ["0:00", "0:00", "0:01", "1:00", "1:00", "1:00:00", "1:02:09", "277777:46:40"])
    }
}
