// SPDX-License-Identifier: Apache-2.0

/// How an object of the wire is written: what it is called, what it is, and a row for each member.
public struct Record<Value: WireRecord>: Sendable {
    /// Under which others refer to it; nil for an object that has no name of its own.
    public let name: String?
    /// What it is, in one sentence; empty for one without a name.
    public let summary: String
    /// Its members, in the order of the document: made for whoever reads of them, which coding does not.
    public var members: [ValueMember] { described.compactMap { $0() } }
    private let described: [@Sendable () -> ValueMember?]
    /// The names of those that are properties.
    let properties: Set<String>
    /// What writes and what reads them, in the same order.
    let (encode, decode): ([Row.Encode], [Row.Decode])

    /// An object that has a name.
    init(_ name: String, _ summary: String, _ rows: [Row]) { self.init(name: name, summary: summary, rows: rows) }

    /// An object that is part of others only.
    init(_ rows: [Row]) { self.init(name: nil, summary: "", rows: rows) }

    /// The parameters of an event: its number and its run, and what it has besides.
    init(event method: String, _ summary: String, seq: Row.Path<Int>, run: Row.Path<Int>, _ rows: [Row]) {
        let head: [Row] = [
            .member("seq", seq, "Rises with every event that the daemon sends."),
            .member("run", run, "Which start plays, or played last."),
        ]
        self.init(method, summary, head + rows)
    }

    private init(name: String?, summary: String, rows: [Row]) {
        (self.name, self.summary) = (name, summary)
        described = rows.map(\.member)
        properties = Set(rows.compactMap(\.property))
        (encode, decode) = (rows.map(\.encode), rows.map(\.decode))
    }

    /// The object as the document has it.
    public var type: ValueType { ValueType(name ?? "", summary, members) }

    /// Its form where it is part of another: by its name, or with all of its members where it has none.
    public var form: ValueForm { name.map(ValueForm.type) ?? .object(members) }
}
