// SPDX-License-Identifier: Apache-2.0

/// The trainers that are set; each of them works beside the others.
public struct Practice: Sendable, Hashable {
    /// At most one of each kind, in the order of the kinds.
    public private(set) var trainers: [Trainer] = []

    /// No trainer, unless some are given.
    package init(_ trainers: any TrainerRules...) {
        for rules in trainers { self[type(of: rules).kind] = Trainer(rules) }
    }

    /// The trainer of a kind; nil for none.
    public subscript(kind: Trainer.Kind) -> Trainer? {
        get { trainers.first { $0.kind == kind } }
        set { trainers = Trainer.Kind.allCases.compactMap { $0 == kind ? newValue : self[$0] } }
    }

    /// Whether there is none.
    public var isEmpty: Bool { trainers.isEmpty }
    /// The trainer that leads the tempo; nil where none does.
    package var leader: Trainer? { trainers.first { $0.rules.fastest != nil } }
    /// The fastest tempo that is led to, in bpm; 0 where no tempo is led.
    package var fastest: Double { Double(leader?.rules.fastest ?? 0) / 1000 }
    /// The tempo to which a trainer raises it, in bpm; nil for none, and where that trainer slows down.
    package var goal: Double? {
        guard let trainer = leader?.rules as? SpeedTrainer, trainer.to >= trainer.from ?? trainer.to else { return nil }
        return Double(trainer.to) / 1000
    }
}
