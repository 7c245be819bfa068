// SPDX-License-Identifier: Apache-2.0

/// A member that is on the wire as `null` where it has no value. One that is missing reads as nil.
@propertyWrapper
public struct OrNull<Value: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
    /// The value; nil for `null`.
    public var wrappedValue: Value?

    /// A member of that value.
    public init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

    /// Reads the value or `null`.
    public init(from decoder: any Decoder) throws { wrappedValue = try Value?(from: decoder) }

    /// Writes the value or `null`.
    public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension KeyedDecodingContainer {
    /// What the compiler's `init(from:)` calls for such a member.
    func decode<Value>(_ type: OrNull<Value>.Type, forKey key: Key) throws -> OrNull<Value> {
        OrNull(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
    }
}
