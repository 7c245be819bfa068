// SPDX-License-Identifier: Apache-2.0

/// A rhythm that is known by its name, as lanes.
public struct Groove: Sendable, Hashable {
    /// The name by which it is chosen.
    public let name: String
    /// What it is, in a few words.
    public let summary: String
    /// The meter that it is meant for.
    public let meter: String
    /// Where it is from.
    public let source: String
    /// Its lanes, in the notation of ``WrittenLane/lanes(parsing:)``.
    public let text: String

    init(name: String, summary: String, meter: String, source: String, text: String) {
        (self.name, self.summary, self.meter, self.source, self.text) = (name, summary, meter, source, text)
    }

    /// A groove of some lanes, in a meter such as `4/4`; an empty one leaves the meter as it is.
    public init(name: String, summary: String, meter: String, source: String, lanes: [WrittenLane]) {
        let text = lanes.map(\.text).joined(separator: " | ")
        self.init(name: name, summary: summary, meter: meter, source: source, text: text)
    }

    /// Its lanes. Each groove of the table can be read.
    public var lanes: [WrittenLane] { (try? WrittenLane.lanes(parsing: text)) ?? [] }

    /// The groove of that name, in any letter case.
    public static func named(_ name: String) -> Groove? { all.first { $0.name == name.lowercased() } }

    /// All grooves: first those that anyone may want, then by where they are from.
    public static let all: [Groove] = popular + cuban + brazilian + european
}
