// SPDX-License-Identifier: Apache-2.0

import SeededRandom
import Testing

@testable import MetronomeSession

@Suite struct GapTrainerTests {
    /// A sign for each bar or beat: x heard, . silent.
    private func line(_ text: String, count: Int64) throws -> String {
        let trainer = try GapTrainer(parsing: text)
        return String((0..<count).map { trainer.place($0).isSilent ? "." : "x" })
    }

    @Test func `so many bars are heard, then so many are not, again and again`() throws {
        #expect(try line("3 1", count: 9) == "xxx.xxx.x")
        #expect(try line("play 1 mute 2 beats", count: 7) == "x..x..x")
    }

    @Test func `silences grow to the longest, and stay there`() throws {
        #expect(try line("2 1 growing to 3", count: 21) == "xx.xx..xx...xx...xx..")
        #expect(try line("1 1 growing by 3 to 5", count: 19) == "x.x....x.....x.....")
    }

    @Test func `a place says what is over of which stretch in which round`() throws {
        let trainer = try GapTrainer(parsing: "2 1 growing to 2")
        let places = (0..<8).map { trainer.place($0) }
        #expect(places.map(\.round) == [1, 1, 1, 2, 2, 2, 2, 3])
        #expect(places.map(\.passed) == [0, 1, 0, 0, 1, 0, 1, 0])
        #expect(places.map(\.length) == [2, 2, 1, 2, 2, 2, 2, 2])
    }

    @Test func `chance keeps as many silent as it is told to, by the seed alone`() throws {
        let mute = try RandomMute(parsing: "30% seed 7")
        let beats: [Int64] = Array(4..<20_004)
        let silent = beats.filter { mute.isSilent(beat: $0, inBar: $0 / 4) }
        #expect(abs(Double(silent.count) / 20_000 - 0.3) < 0.01)
        #expect(silent == beats.filter { mute.isSilent(beat: $0, inBar: $0 / 4) })
        let other = try RandomMute(parsing: "30% seed 8")
        #expect(silent != beats.filter { other.isSilent(beat: $0, inBar: $0 / 4) })
        // No beat tells anything of the next one.
        let pairs = silent.filter { mute.isSilent(beat: $0 + 1, inBar: ($0 + 1) / 4) }
        #expect(abs(Double(pairs.count) / Double(silent.count) - 0.3) < 0.02)
    }

    @Test func `all beats of a bar are silent or none, where it is by bars; the first bar is heard`() throws {
        let mute = try RandomMute(parsing: "50% bars seed 3")
        for bar in Int64(0)..<100 {
            let beats = (0..<4).map { mute.isSilent(beat: bar * 4 + $0, inBar: bar) }
            #expect(Set(beats).count == 1)
        }
        let all = try RandomMute(parsing: "100% seed 1")
        #expect((Int64(0)..<12).map { all.isSilent(beat: $0, inBar: $0 / 4) } == (0..<12).map { $0 >= 4 })
    }

    @Test func `it rises from none in as many bars as it is told to`() throws {
        let mute = try RandomMute(parsing: "60% over 6 seed 3")
        #expect((0..<8).map { mute.percent(inBar: $0) } == [0, 10, 20, 30, 40, 50, 60, 60])
        let counts = [Int64(1), 3, 6].map { bar in
            (Int64(0)..<10_000).count { mute.isSilent(beat: $0, inBar: bar) }
        }
        for (count, share) in zip(counts, [0.1, 0.3, 0.6]) { #expect(abs(Double(count) / 10_000 - share) < 0.02) }
    }
}

extension Practice {
    /// The tempo trainer, and the random mute.
    var speed: SpeedTrainer? { self[.speed]?.rules as? SpeedTrainer }
    var random: RandomMute? { self[.mute]?.rules as? RandomMute }
}

@Suite struct SeededEditTests {
    @Test func `a seed that is left to chance is drawn once, and one that is named stays`() throws {
        func seed(_ edit: Edit) throws -> UInt64? { try edit.applied(to: Settings()).practice.random?.seed }
        let key = try #require(Key.all.first { $0.form == .trainer(.mute) })
        func edit(_ text: String) throws -> Edit { Edit([key: .trainer(try Trainer(.mute, parsing: text))]) }
        let drawn = try (0..<100).map { try #require(try seed(edit("30%").seeded(by: $0))) }
        #expect(Set(drawn).count > 90 && drawn.allSatisfy(RandomMute.seeds.contains))
        #expect(try seed(edit("30%").seeded(by: 5)) == drawn[5], "the same chance, the same seed")
        #expect(try seed(edit("30% seed 7").seeded(by: 5)) == 7)
    }
}
