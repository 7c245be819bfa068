// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeSession

/// The lanes of the timeline as JSON, encoded once for all who are told them, until they change: sixty-four long ones have
/// megabytes. A value.
struct EncodedLanes: Equatable {
    private var rules: [LaneRule] = []
    private var json: EncodedJSON?
    /// How often they were encoded.
    private(set) var count = 0

    /// What is encoded follows from the lanes.
    static func == (one: EncodedLanes, other: EncodedLanes) -> Bool { one.rules == other.rules }

    /// The lanes; nil for none.
    mutating func json(of rules: [LaneRule]) -> EncodedJSON? {
        guard rules != self.rules else { return json }
        self.rules = rules
        json = rules.isEmpty ? nil : EncodedJSON(rules.map { TimelineState.Lanes($0) })
        count += 1
        return json
    }
}

/// Lanes as the status tells them, made once of each roster until none is told of it any more. A value.
struct ToldLanes: Equatable {
    private struct Told {
        let lanes: LaneRoster
        let value: JSONValue
        /// How many bytes it has on the wire; nil before that was asked for.
        var count: Int?
    }

    private var known: [ObjectIdentifier: Told] = [:]
    private var used: [ObjectIdentifier: Told] = [:]

    /// What is told follows from the lanes.
    static func == (one: ToldLanes, other: ToldLanes) -> Bool { true }

    /// A status begins: what it does not tell is forgotten with the next one.
    mutating func begin() { (known, used) = (used, [:]) }

    /// The lanes of settings.
    mutating func value(in settings: Settings) -> JSONValue { told(in: settings).value }

    /// How many bytes they have on the wire.
    mutating func count(in settings: Settings) -> Int {
        var told = told(in: settings)
        if let count = told.count { return count }
        let count = JSONLine.encode(told.value).count
        told.count = count
        used[ObjectIdentifier(settings.lanes.facts)] = told
        return count
    }

    private mutating func told(in settings: Settings) -> Told {
        let id = ObjectIdentifier(settings.lanes.facts)
        if let told = used[id] { return told }
        let told =
            known[id]
            ?? Told(lanes: settings.lanes, value: .array(settings.lanes.lanes.map { JSONValue(PlainValue($0)) }))
        used[id] = told
        return told
    }
}
