// SPDX-License-Identifier: Apache-2.0

// What values write to.

extension JSONWriter {
    struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let writer: JSONWriter
        let depth: Int
        var codingPath: [any CodingKey] { [] }

        private func begin(_ key: Key) -> JSONWriter {
            writer.begin(key.stringValue, at: depth)
            return writer
        }

        func encodeNil(forKey key: Key) { begin(key).writeNull() }
        func encode(_ value: Bool, forKey key: Key) { begin(key).write(value) }
        func encode(_ value: String, forKey key: Key) { begin(key).write(value) }
        func encode(_ value: Double, forKey key: Key) throws { try begin(key).write(number: value) }
        func encode(_ value: Float, forKey key: Key) throws { try begin(key).write(number: value) }
        func encode(_ value: Int, forKey key: Key) { begin(key).write(whole: value) }
        func encode(_ value: Int64, forKey key: Key) { begin(key).write(whole: value) }
        func encode(_ value: UInt64, forKey key: Key) { begin(key).write(whole: value) }
        func encode(_ value: some Encodable, forKey key: Key) throws { try begin(key).encode(value) }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> { begin(key).object(type) }
        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { begin(key).list() }
        func superEncoder() -> any Encoder { writer }
        func superEncoder(forKey key: Key) -> any Encoder { writer }
    }

    struct Elements: UnkeyedEncodingContainer {
        let writer: JSONWriter
        let depth: Int
        private(set) var count = 0
        var codingPath: [any CodingKey] { [] }

        private mutating func begin() -> JSONWriter {
            writer.beginElement(at: depth)
            count += 1
            return writer
        }

        mutating func encodeNil() { begin().writeNull() }
        mutating func encode(_ value: Bool) { begin().write(value) }
        mutating func encode(_ value: String) { begin().write(value) }
        mutating func encode(_ value: Double) throws { try begin().write(number: value) }
        mutating func encode(_ value: Float) throws { try begin().write(number: value) }
        mutating func encode(_ value: Int) { begin().write(whole: value) }
        mutating func encode(_ value: Int64) { begin().write(whole: value) }
        mutating func encode(_ value: UInt64) { begin().write(whole: value) }
        mutating func encode(_ value: some Encodable) throws { try begin().encode(value) }

        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type
        ) -> KeyedEncodingContainer<Nested> { begin().object(type) }
        mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { begin().list() }
        func superEncoder() -> any Encoder { writer }
    }

    struct Single: SingleValueEncodingContainer {
        let writer: JSONWriter
        var codingPath: [any CodingKey] { [] }

        func encodeNil() { writer.writeNull() }
        func encode(_ value: Bool) { writer.write(value) }
        func encode(_ value: String) { writer.write(value) }
        func encode(_ value: Double) throws { try writer.write(number: value) }
        func encode(_ value: Float) throws { try writer.write(number: value) }
        func encode(_ value: Int) { writer.write(whole: value) }
        func encode(_ value: Int8) { writer.write(whole: value) }
        func encode(_ value: Int16) { writer.write(whole: value) }
        func encode(_ value: Int32) { writer.write(whole: value) }
        func encode(_ value: Int64) { writer.write(whole: value) }
        func encode(_ value: UInt) { writer.write(whole: value) }
        func encode(_ value: UInt8) { writer.write(whole: value) }
        func encode(_ value: UInt16) { writer.write(whole: value) }
        func encode(_ value: UInt32) { writer.write(whole: value) }
        func encode(_ value: UInt64) { writer.write(whole: value) }
        func encode(_ value: some Encodable) throws { try writer.encode(value) }
    }
}
