// SPDX-License-Identifier: Apache-2.0

public import MetronomeRhythm

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
        /// Why it cannot be played; nil where it can.
        public var trouble: String?

        /// A groove that can be played.
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
                .member("source", \.source, "Where it is from, for people: the path of its file where it was saved."),
                .member("lanes", \.lanes, "Its lanes, as `lanes.set` takes them."),
                .leftOut("trouble", \.trouble, "Why it cannot be played, by line and column."),
            ])
    }

    /// All there are.
    public var grooves: [Entry] = []

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<GrooveList>([
        .member("grooves", \.grooves, "Every groove there is.")
    ])
}
