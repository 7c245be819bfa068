// SPDX-License-Identifier: Apache-2.0

/// What is told of a trainer to programs: its object in `practice` of the status.
package struct TrainerRecord<Rules: TrainerRules>: Sendable {
    /// A member, and its value at a place; nil for `null`.
    package struct Row: Sendable {
        let fact: TrainerFact
        let value: @Sendable (Rules, TrainerPlace) -> PlainValue?

        init(
            _ name: String, _ form: TrainerFact.Form, _ summary: String,
            _ value: @escaping @Sendable (Rules, TrainerPlace) -> PlainValue?
        ) {
            fact = TrainerFact(name: name, form: form, summary: summary)
            self.value = value
        }

        static func fromBar(_ more: String = "") -> Row {
            Row("from_bar", .whole, "The bar that it has begun with, or begins with\(more).") { .integer($1.begin.bar) }
        }
    }

    /// What the object is.
    package let summary: String
    /// What it is where it is a member.
    package let mention: String
    let rows: [Row]

    init(_ summary: String, mention: String, _ rows: [Row]) {
        (self.summary, self.mention, self.rows) = (summary, mention, rows)
    }
}

/// A member of what is told of a trainer.
package struct TrainerFact: Sendable {
    /// What its value is.
    package indirect enum Form: Sendable {
        case whole, number, flag, text
        case word([String])
        case orNull(Form)
    }

    /// Its name.
    package let name: String
    /// What its value is.
    package let form: Form
    /// What it means.
    package let summary: String
}

extension TrainerRules {
    /// The members of what is told, in the order of the document.
    package static var facts: [TrainerFact] { record.rows.map(\.fact) }
    /// What its object is, and what it is where it is a member.
    package static var summaries: (object: String, member: String) { (record.summary, record.mention) }

    /// What is told at a place.
    package func facts(at place: TrainerPlace) -> [String: PlainValue] {
        Dictionary(uniqueKeysWithValues: Self.record.rows.map { ($0.fact.name, $0.value(self, place) ?? .null) })
    }
}
