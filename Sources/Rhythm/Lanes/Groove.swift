// SPDX-License-Identifier: Apache-2.0

/// A rhythm that is known by its name, as lanes.
public struct Groove: Sendable, Hashable {
    /// The name by which it is chosen.
    public let name: String
    /// What it is, in a few words.
    public let summary: String
    /// The meter that it is meant for.
    public let meter: String
    /// Its lanes, in the notation of ``WrittenLane/lanes(parsing:)``.
    public let text: String

    /// Its lanes. Each groove of the table can be read.
    public var lanes: [WrittenLane] { (try? WrittenLane.lanes(parsing: text)) ?? [] }

    /// The groove of that name, in any letter case.
    public static func named(_ name: String) -> Groove? { all.first { $0.name == name.lowercased() } }

    /// All grooves.
    public static let all: [Groove] = [
        Groove(
            name: "rock", summary: "straight eighths, snare on two and four", meter: "4/4",
            text: "kick x...x... | snare ..x...x. | hat AxAxAxAx gain=60%"),
        Groove(
            name: "shuffle", summary: "eighths of triplets", meter: "4/4",
            text: "kick x.....x..... | snare ...x.....x.. | hat A.xA.xA.xA.x gain=60%"),
        Groove(
            name: "son-clave", summary: "three and two, over two bars", meter: "4/4",
            text: "clave x..x..x...x.x... over 2 bars"),
        Groove(
            name: "rumba-clave", summary: "three and two, the third stroke late", meter: "4/4",
            text: "clave x..x...x..x.x... over 2 bars"),
        Groove(
            name: "bossa", summary: "bossa nova: cross-stick over two bars", meter: "4/4",
            text: "rim x..x..x...x..x.. over 2 bars | kick x..xx..x | hat xxxxxxxx gain=50%"),
        Groove(
            name: "samba", summary: "surdo on two and four, tamborim and shaker", meter: "4/4",
            text: "surdo o...X...o...X... | tamborim x.x.xx.x.x.x.x.x gain=70% | shaker AooAAooAAooAAooA gain=60%"),
        Groove(
            name: "12/8", summary: "slow blues: twelve eighths in four", meter: "12/8",
            text: "kick x.....x..... | snare ...x.....x.. | hat AxxAxxAxxAxx gain=60%"),
        Groove(
            name: "waltz", summary: "one, two, three", meter: "3/4",
            text: "kick x.. | snare .oo | hat xoxoxo gain=50%"),
    ]
}
