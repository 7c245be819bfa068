// SPDX-License-Identifier: Apache-2.0

public import Rhythm

/// The result of `groove.list`.
public struct GrooveList: WireRecord {
    /// A rhythm that has a name.
    public struct Entry: WireRecord {
        /// By which it is chosen.
        public var name = ""
        /// What it is.
        public var summary = ""
        /// The meter that it is meant for.
        public var meter = ""
        /// Where it is from.
        public var source = ""
        /// Its lanes.
        public var lanes = ""

        /// A groove of the table.
        public init(_ groove: Groove) {
            (name, summary, meter) = (groove.name, groove.summary, groove.meter)
            (source, lanes) = (groove.source, groove.text)
        }

        /// Empty.
        public init() {}

        /// Its members on the wire.
        public static let record = Record<Entry>(
            "groove", "A rhythm that has a name.",
            [
                .member("name", \.name, "By which it is chosen."),
                .member("summary", \.summary, "What it is, for people."),
                .member("meter", \.meter, "The meter that it is meant for."),
                .member("source", \.source, "Where it is from, for people."),
                .member("lanes", \.lanes, "Its lanes, as `lanes.set` takes them."),
            ])
    }

    /// All there are.
    public var grooves: [Entry] = []

    /// Those of the table.
    public static let all = GrooveList { $0.grooves = Groove.all.map { Entry($0) } }

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<GrooveList>([
        .member("grooves", \.grooves, "Every groove there is.")
    ])
}
