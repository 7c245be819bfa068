// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Session

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

/// The lanes as the status tells them.
struct ToldLanes: Equatable {
    let lanes: LaneRoster
    let value: JSONValue
}
