// SPDX-License-Identifier: Apache-2.0

internal import MetronomeSession

extension Record {
    /// A member: its line of the document, and how it is read and written.
    struct Row: Sendable {
        typealias Encode = @Sendable (Value, inout KeyedEncodingContainer<MemberName>) throws -> Void
        typealias Decode = @Sendable (inout Value, KeyedDecodingContainer<MemberName>) throws -> Void
        typealias Path<Property> = any WritableKeyPath<Value, Property> & Sendable

        /// What the document says of it; nil for what is described by other rows.
        let member: @Sendable () -> ValueMember?
        /// Its name where it is a property of its own.
        let property: String?
        let encode: Encode
        let decode: Decode

        /// A member that is read and written in its own way.
        static func custom(
            _ name: String, _ member: @autoclosure @escaping @Sendable () -> ValueMember, encode: @escaping Encode,
            decode: @escaping Decode
        ) -> Row {
            Row(member: member, property: name, encode: encode, decode: decode)
        }

        /// All members that are no properties, by their names. It stands first, so that properties are written over them.
        static func others(_ path: Path<[String: JSONValue]>) -> Row {
            Row(member: { nil }, property: nil) { value, members in
                for (name, other) in value[keyPath: path] { try members.encode(other, forKey: MemberName(name)) }
            } decode: { value, members in
                for key in members.allKeys where !Value.record.properties.contains(key.stringValue) {
                    value[keyPath: path][key.stringValue] = try members.decode(JSONValue.self, forKey: key)
                }
            }
        }

        /// A member that is only described, and neither read nor written.
        static func described(_ member: @autoclosure @escaping @Sendable () -> ValueMember) -> Row {
            Row(member: member, property: nil) { _, _ in
            } decode: { _, _ in
            }
        }

        /// A member that is always there.
        static func member<Property: WireValue>(
            _ name: String, _ path: Path<Property>,
            form: @autoclosure @escaping @Sendable () -> ValueForm = Property.form,
            _ summary: @autoclosure @escaping @Sendable () -> String
        ) -> Row {
            let key = MemberName(name)
            let read = reader(path)
            return .custom(name, ValueMember(name, form(), summary())) { value, members in
                try read(value).write(to: &members, as: key)
            } decode: { value, members in
                value[keyPath: path] = try members.decode(Property.self, forKey: key)
            }
        }

        /// A member that is `null` where there is no value. One that is missing reads as nil.
        static func orNull<Property: WireValue>(
            _ name: String, _ path: Path<Property?>,
            form: @autoclosure @escaping @Sendable () -> ValueForm = Property.form,
            _ summary: @autoclosure @escaping @Sendable () -> String
        ) -> Row {
            let key = MemberName(name)
            let read = reader(path)
            return .custom(name, ValueMember(name, .orNull(form()), summary())) { value, members in
                if let property = read(value) {
                    try property.write(to: &members, as: key)
                } else {
                    try members.encodeNil(forKey: key)
                }
            } decode: { value, members in
                value[keyPath: path] = try members.decodeIfPresent(Property.self, forKey: key)
            }
        }

        /// A member that is left out where there is no value.
        static func leftOut<Property: WireValue>(
            _ name: String, _ path: Path<Property?>,
            form: @autoclosure @escaping @Sendable () -> ValueForm = Property.form,
            _ summary: @autoclosure @escaping @Sendable () -> String
        ) -> Row {
            let (key, read) = (MemberName(name), reader(path))
            return .custom(name, ValueMember(name, form(), isOptional: true, summary())) { value, members in
                try read(value)?.write(to: &members, as: key)
            } decode: { value, members in
                value[keyPath: path] = try members.decodeIfPresent(Property.self, forKey: key)
            }
        }
    }
}
