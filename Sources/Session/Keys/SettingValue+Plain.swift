// SPDX-License-Identifier: Apache-2.0

public import MetronomeRhythm

extension SettingValue {
    /// The value in the form in which it is saved, and read again exactly.
    public var plain: PlainValue {
        switch self {
        case .number(let number): .number(number)
        case .step, .accentsOf: .null
        case .flag(let flag): .bool(flag)
        case .text(let text): .string(text)
        case .tempo(.to(let tempo)): .string(Self.text(tempo))
        case .tempo: .null
        case .meter(let meter): .string(meter.description)
        case .note(let note): .string(note.flatMap(NoteValue.name) ?? "auto")
        case .accents(let accents): .string(accents.isEmpty ? "auto" : String(accents.map(\.sign)))
        case .swing(let swing): .string(swing.description)
        case .trainer(let trainer): .string(trainer?.description ?? "off")
        case .lanes(let changes): .string(changes.isEmpty ? "off" : changes.map(Self.text).joined(separator: " | "))
        case .bell(.off): .string("off")
        case .bell(.bar): .string("bar")
        case .bell(.every(let pattern)): PlainValue(pattern)
        case .offsets(let offsets):
            .table(offsets.compactMapValues { if case .to(let offset) = $0 { .number(offset) } else { nil } })
        }
    }

    /// The lanes that are all there are; nothing for a change of one.
    private static func text(_ change: LaneChange) -> String {
        switch change {
        case .all(let lanes) where !lanes.isEmpty, .rhythm(let lanes) where !lanes.isEmpty:
            lanes.map(\.text).joined(separator: " | ")
        case .all, .rhythm, .set, .remove: "off"
        }
    }

    /// A decimal if it is exact, else the ratio: `137.3`, `400/3`.
    private static func text(_ tempo: Tempo) -> String {
        let decimal = tempo.description
        return (try? Tempo(parsing: decimal)) == tempo ? decimal : "\(tempo.numerator)/\(tempo.denominator)"
    }
}

extension PlainValue {
    /// A bell pattern: `{"every":4,"on":1}`.
    public init(_ pattern: BellPattern) {
        self = .table(["every": .integer(Int64(pattern.every)), "on": .integer(Int64(pattern.on))])
    }
}
