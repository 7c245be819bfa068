// SPDX-License-Identifier: Apache-2.0

public import Rhythm

/// The result of `groove.list`.
public struct GrooveList: Sendable, Hashable, Codable {
    /// A rhythm that has a name.
    public struct Entry: Sendable, Hashable, Codable {
        /// By which it is chosen.
        public var name: String
        /// What it is.
        public var summary: String
        /// The meter that it is meant for.
        public var meter: String
        /// Its lanes.
        public var lanes: String

        /// A groove of the table.
        public init(_ groove: Groove) {
            (name, summary, meter, lanes) = (groove.name, groove.summary, groove.meter, groove.text)
        }
    }

    /// All there are.
    public var grooves: [Entry]

    /// Those of the table.
    public init(_ grooves: [Groove] = Groove.all) { self.grooves = grooves.map { Entry($0) } }
}
