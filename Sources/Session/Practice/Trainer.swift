// SPDX-License-Identifier: Apache-2.0

/// One of the trainers, the timer, or the prompts, as a setting has it.
public struct Trainer: Sendable {
    /// The list of the trainers: all that is told, asked and drawn of them follows it.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case speed, gap, mute, timer, prompt

        /// The type of its values.
        package var rules: any TrainerRules.Type {
            switch self {
            case .speed: SpeedTrainer.self
            case .gap: GapTrainer.self
            case .mute: RandomMute.self
            case .timer: PracticeTimer.self
            case .prompt: PromptList.self
            }
        }

        /// The name of its setting in `status`.
        package var member: String { rules.key.statusName ?? rawValue }
        /// What is allowed, for people.
        public var grammar: String { "a text such as \(rules.grammar)" }
        /// What one of them is called: `gap trainer`, `timer`.
        var noun: String { self == .prompt ? "list of prompts" : member.replacing("_", with: " ") }
        /// Whether it has a word of its own, and is none of what `trainer off` ends.
        package var standsAlone: Bool { self == .timer || self == .prompt }
        /// What `trainer off` ends.
        package static let endedByOff = allCases.filter { !$0.standsAlone }
    }

    /// What it is.
    package let rules: any TrainerRules
    /// Which of the trainers it is.
    public var kind: Kind { type(of: rules).kind }

    /// A trainer by its rules.
    package init(_ rules: any TrainerRules) { self.rules = rules }

    /// The timer that ends the music after some bars; nil for none.
    package init?(ofBars bars: Int?) {
        guard let bars else { return nil }
        rules = PracticeTimer(Int64(bars), .bars)
    }

    /// Reads one in the words that it is written with. Throws, with what is allowed.
    public init(_ kind: Kind, parsing text: String) throws(SettingError) {
        rules = try kind.rules.init(parsing: text)
    }
}

extension Trainer: Hashable {
    /// Whether both are of one kind, and alike.
    public static func == (one: Trainer, other: Trainer) -> Bool { AnyHashable(one.rules) == AnyHashable(other.rules) }
    /// Hashes all of it.
    public func hash(into hasher: inout Hasher) { rules.hash(into: &hasher) }
}

extension Trainer: CustomStringConvertible {
    /// The words that are read as this trainer.
    public var description: String { rules.description }
}

extension Edit {
    /// The edit with a seed for beats that are silent by chance, where the seed was left to chance too: settings know no chance.
    package func seeded(by chance: UInt64) -> Edit {
        var edit = self
        for key in keys {
            guard case .trainer(let trainer?) = edit[key] else { continue }
            edit[key] = .trainer(Trainer(trainer.rules.seeded(by: chance)))
        }
        return edit
    }
}
