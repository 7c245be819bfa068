// SPDX-License-Identifier: Apache-2.0

/// An object of the wire, whose members are described once: its coding, its JSON Schema and its table in the document come
/// from its ``Record``.
public protocol WireRecord: WireValue {
    /// Without values: texts and lists are empty, numbers 0, flags false.
    init()
    /// How it is written.
    static var record: Record<Self> { get }
}

extension WireRecord {
    /// The object with the values that a closure gives it.
    public init(_ fill: (inout Self) -> Void) {
        self.init()
        fill(&self)
    }

    /// Reads the form on the wire.
    ///
    /// - Throws: a `DecodingError` where a member that must be there is missing, or one is of another type.
    public init(from decoder: any Decoder) throws {
        self.init()
        let members = try decoder.container(keyedBy: MemberName.self)
        for decode in Self.record.decode { try decode(&self, members) }
    }

    /// Writes the form on the wire.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        for encode in Self.record.encode { try encode(self, &members) }
    }

    /// By its name, or with all of its members where it has none.
    public static var form: ValueForm { record.form }
}
