// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Session

/// The lanes of the timeline as JSON, encoded once for all who are told them, until they change: sixty-four long ones have
/// megabytes. A value.
struct EncodedLanes {
    private var rules: [LaneRule] = []
    private var json: EncodedJSON?
    /// How often they were encoded.
    private(set) var count = 0

    /// The lanes; nil for none.
    mutating func json(of rules: [LaneRule]) -> EncodedJSON? {
        guard rules != self.rules else { return json }
        self.rules = rules
        json = rules.isEmpty ? nil : EncodedJSON(rules.map { TimelineState.Lanes($0) })
        count += 1
        return json
    }
}
