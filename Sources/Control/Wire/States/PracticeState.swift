// SPDX-License-Identifier: Apache-2.0

internal import MetronomeSession

/// Where the trainers are, as it is heard.
public struct PracticeState: WireRecord {
    /// What is counted before the first bar.
    public struct CountIn: WireRecord {
        /// How many beats are left of it, the present one included.
        public var left = 0
        /// How many it has.
        public var beats = 0

        /// Empty.
        public init() {}

        /// Its members on the wire.
        public static let record = Record<CountIn>([
            .member("left", \.left, "Beats that are left of it, the present one included."),
            .member("beats", \.beats, "How many it has."),
        ])
    }

    /// Whether any trainer keeps the present beat silent.
    public var silent = false
    /// What is told of each trainer that is set: its facts, by the trainer's name and theirs.
    public var trainers: [String: [String: JSONValue]] = [:]
    /// What is counted before the first bar; nil when it is over.
    public var countIn: CountIn?

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<PracticeState>(
        "practice", "Where the trainers are, as heard at `now_ns`.",
        [
            .member("silent", \.silent, "Whether any of them keeps the present beat silent.")
        ]
            + Trainer.Kind.allCases.map { kind in
                .orNull(
                    kind.rawValue, \.trainers[kind.rawValue], form: .type(kind.valueType.name),
                    kind.rules.summaries.member)
            } + [
                .orNull("count_in", \.countIn, "What is counted before the first bar; `null` when that is over.")
            ])
}

extension Trainer.Kind {
    /// What is told of it, as the document has it.
    var valueType: ValueType {
        ValueType(
            rawValue + "_practice", rules.summaries.object,
            rules.facts.map { ValueMember($0.name, ValueForm($0.form), $0.summary) })
    }
}

extension ValueForm {
    fileprivate init(_ form: TrainerFact.Form) {
        self =
            switch form {
            case .whole: .integer
            case .number: .number
            case .flag: .flag
            case .text: .text
            case .word(let words): .choice(words)
            case .orNull(let form): .orNull(ValueForm(form))
            }
    }
}
