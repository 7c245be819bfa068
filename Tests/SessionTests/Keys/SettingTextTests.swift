// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

@testable import MetronomeSession

/// What is saved of the settings is read as the same settings.
@Suite struct SettingTextTests {
    private let source = SettingForm.Source(folder: "/", home: nil)

    private func tempo(_ random: inout SeededGenerator) throws -> Tempo {
        let denominator = Int64.random(in: 1...Int64.random(in: 1...1_000_000, using: &random), using: &random)
        return try Tempo(Int64.random(in: denominator...1000 * denominator, using: &random), over: denominator)
    }

    private func number(_ range: ClosedRange<Int64>, _ random: inout SeededGenerator) -> Int64 {
        [range.lowerBound, range.upperBound, .random(in: range, using: &random)].randomElement(using: &random)
            ?? range.lowerBound
    }

    private func meter(_ random: inout SeededGenerator) throws -> Meter {
        var (groups, left) = ([Int](), Int.random(in: 1...64, using: &random))
        while left > 0 {
            let group = Int.random(in: 1...left, using: &random)
            groups.append(group)
            left -= group
        }
        let unit = [1, 2, 4, 8, 16, 32, 64].randomElement(using: &random) ?? 4
        return try Meter(parsing: groups.map(String.init).joined(separator: "+") + "/\(unit)")
    }

    /// A value of a form, at its bounds or between them.
    private func value(_ form: SettingForm, _ random: inout SeededGenerator) throws -> SettingValue? {
        switch form {
        case .number(let range): return .number(.random(in: range, using: &random))
        case .count(let range):
            return .number(Double(number(Int64(range.lowerBound)...Int64(range.upperBound), &random)))
        case .gain: return .number([0, 1, .random(in: 0...1, using: &random)].randomElement(using: &random) ?? 0)
        case .flag: return .flag(.random(using: &random))
        case .choice(let words): return words.randomElement(using: &random).map(SettingValue.text)
        case .text, .sound: return .text("a b|c;\"d\" é#=%")
        case .path: return .text("/a b/c")
        case .preset: return .text(["", "waltz", "a b"].randomElement(using: &random) ?? "")
        case .tempo: return .tempo(.to(try tempo(&random)))
        case .meter: return .meter(try meter(&random))
        case .beat:
            return .note(Bool.random(using: &random) ? nil : NoteValue.all.randomElement(using: &random)?.length)
        case .accents:
            return .accents(
                (0..<Int.random(in: 0...64, using: &random)).compactMap { _ in
                    Accent.allCases.randomElement(using: &random)
                })
        case .swing: return .swing(try swing(&random))
        case .trainer(let kind):
            return .trainer(Int.random(in: 0...9, using: &random) == 0 ? nil : try trainer(kind, &random))
        case .bell:
            let every = Int(number(1...128, &random))
            let pattern = try BellPattern(every: every, on: .random(in: 1...every, using: &random))
            return .bell([.off, .bar, .every(pattern)].randomElement(using: &random) ?? .off)
        case .offsets: return .offsets(["hw:0,1 | x": .to(.random(in: OffsetChange.range, using: &random))])
        case .lanes, .bellBeat: return nil
        }
    }

    private func swing(_ random: inout SeededGenerator) throws -> Swing {
        while true {
            let (one, other) = (
                Int.random(in: 1...9999, using: &random), Int.random(in: 1...9999, using: &random)
            )
            let texts = [
                "\(one):\(other)", "\(one % 100).\(other % 10)%", "\(one % 100).\(other % 10):\(other % 1000)",
            ]
            if let swing = try? Swing(parsing: texts.randomElement(using: &random) ?? "") { return swing }
        }
    }

    private func trainer(_ kind: Trainer.Kind, _ random: inout SeededGenerator) throws -> Trainer {
        switch kind {
        case .speed:
            let isStepped = Bool.random(using: &random)
            let pace: SpeedTrainer.Pace =
                isStepped
                ? .steps(of: number(1...999_000, &random), bars: number(1...1000, &random))
                : .perMinute(number(1...999_000, &random))
            return Trainer(
                SpeedTrainer(
                    from: Bool.random(using: &random) ? nil : number(1000...1_000_000, &random),
                    to: number(1000...1_000_000, &random), pace: pace, goesBack: .random(using: &random),
                    ending: SpeedTrainer.Ending.allCases.randomElement(using: &random) ?? .hold,
                    withinMs: isStepped && Bool.random(using: &random) ? number(1...200, &random) : nil))
        case .gap:
            let (muted, growth) = (number(1...1000, &random), number(0...1000, &random))
            return Trainer(
                GapTrainer(
                    played: number(1...1000, &random), muted: muted,
                    unit: GapTrainer.Unit.allCases.randomElement(using: &random) ?? .bars, growth: growth,
                    longest: growth > 0 ? number(muted...1000, &random) : muted))
        case .mute:
            return Trainer(
                RandomMute(
                    percent: Int(number(1...100, &random)),
                    unit: GapTrainer.Unit.allCases.randomElement(using: &random) ?? .beats,
                    rise: number(0...1000, &random),
                    seed: Bool.random(using: &random) ? nil : .random(in: RandomMute.seeds, using: &random)))
        case .prompt:
            let isShuffled = Bool.random(using: &random)
            let words = ["C", "B flat", "every", "F, then G", "shuffled", "seed 7", "Ünder – 9"]
            return Trainer(
                PromptList(
                    (0...number(0...9, &random)).map { _ in words.randomElement(using: &random) ?? "" },
                    every: number(1...1000, &random), isShuffled: isShuffled,
                    seed: isShuffled && Bool.random(using: &random)
                        ? .random(in: RandomMute.seeds, using: &random) : nil))
        case .timer:
            return Trainer(
                PracticeTimer(
                    number(1...100_000, &random), PracticeTimer.Unit.allCases.randomElement(using: &random) ?? .beats))
        }
    }

    @Test func `every value of every key is read back as it was saved`() throws {
        var random = SeededGenerator(seed: 17)
        for key in Key.all {
            for _ in 0..<500 {
                guard let value = try value(key.form, &random) else { continue }
                // No accents are those of the meter.
                let read = try key.form.read(value.plain, from: source)
                #expect(read == value, "\(key.name): \(value) was read as \(read) from \(value.plain)")
            }
        }
    }

    @Test func `what is remembered of any settings leads to the same settings`() throws {
        var random = SeededGenerator(seed: 18)
        for _ in 0..<300 {
            var settings = Settings()
            for key in Key.all where key.savedName != nil && key.form != .offsets {
                guard let value = try value(key.form, &random),
                    let changed = try? Edit([key: value]).applied(to: settings)
                else { continue }
                settings = changed
            }
            let lanes = "kick x...x... gain=1.1% | hat x%30x.x over 3 bars pan=-0.3 sound=\"a b\" | beat gain=0.07%"
            settings = try Edit.lanes([.all(try WrittenLane.lanes(parsing: lanes))]).applied(to: settings)
            var saved = Edit()
            for key in Key.all where key.savedName != nil {
                guard let plain = key.value(in: settings)?.plain else { continue }
                try key.read(plain, from: source, into: &saved)
            }
            let restored = try saved.applied(to: Settings())
            #expect(Edit(remembering: restored) == Edit(remembering: settings))
        }
    }
}
