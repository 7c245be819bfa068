// SPDX-License-Identifier: Apache-2.0

/// A value on the wire whose form follows from its type.
public protocol WireValue: Sendable, Hashable, Codable {
    /// The form, where a member does not narrow it.
    static var form: ValueForm { get }
    /// Writes the value as a member of an object.
    func write(to members: inout KeyedEncodingContainer<MemberName>, as name: MemberName) throws
}

extension WireValue {
    /// Writes the value by its own `encode(to:)`.
    public func write(to members: inout KeyedEncodingContainer<MemberName>, as name: MemberName) throws {
        try members.encode(self, forKey: name)
    }
}

/// The name of a member of an object.
public struct MemberName: CodingKey, ExpressibleByStringLiteral {
    /// The name.
    public let stringValue: String
    /// None: members are no elements of a list.
    public var intValue: Int? { nil }

    /// A name.
    public init(_ name: String) { stringValue = name }
    /// A name.
    public init(stringLiteral name: String) { stringValue = name }
    /// A name.
    public init(stringValue name: String) { stringValue = name }
    /// None.
    public init?(intValue: Int) { nil }
}

// What a text, a number and a flag are is decided here and not at run time, which takes a container twice as long.

extension String: WireValue {
    /// Any text.
    public static var form: ValueForm { .text }
    /// Writes the value.
    public func write(to members: inout KeyedEncodingContainer<MemberName>, as name: MemberName) throws {
        try members.encode(self, forKey: name)
    }
}

extension Bool: WireValue {
    /// `true` or `false`.
    public static var form: ValueForm { .flag }
    /// Writes the value.
    public func write(to members: inout KeyedEncodingContainer<MemberName>, as name: MemberName) throws {
        try members.encode(self, forKey: name)
    }
}

extension Double: WireValue {
    /// Any number.
    public static var form: ValueForm { .number }
    /// Writes the value.
    public func write(to members: inout KeyedEncodingContainer<MemberName>, as name: MemberName) throws {
        try members.encode(self, forKey: name)
    }
}

extension Int: WireValue {
    /// A whole number.
    public static var form: ValueForm { .integer }
    /// Writes the value.
    public func write(to members: inout KeyedEncodingContainer<MemberName>, as name: MemberName) throws {
        try members.encode(self, forKey: name)
    }
}

extension Int64: WireValue {
    /// A whole number.
    public static var form: ValueForm { .integer }
    /// Writes the value.
    public func write(to members: inout KeyedEncodingContainer<MemberName>, as name: MemberName) throws {
        try members.encode(self, forKey: name)
    }
}

extension UInt64: WireValue {
    /// A whole number.
    public static var form: ValueForm { .integer }
    /// Writes the value.
    public func write(to members: inout KeyedEncodingContainer<MemberName>, as name: MemberName) throws {
        try members.encode(self, forKey: name)
    }
}

extension JSONValue: WireValue {
    /// Anything.
    public static var form: ValueForm { .any }
}

extension Array: WireValue where Element: WireValue {
    /// A list of what its elements are.
    public static var form: ValueForm { .list(Element.form) }
}

extension Dictionary: WireValue where Key == String, Value: WireValue {
    /// An object whose members are all alike.
    public static var form: ValueForm { .map(Value.form) }
}
