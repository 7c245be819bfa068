// SPDX-License-Identifier: Apache-2.0

/// Reads JSON in one pass over its bytes, strictly as RFC 8259 has it.
///
/// Refused as well are broken UTF-8, nesting deeper than ``JSONLine/maximumDepth``, a key given twice in an object and a
/// number that a `Double` cannot hold. What is not asked for is checked all the same, but takes no memory.
struct JSONReader {
    let bytes: [UInt8]
    var index = 0
    private var depth = 0
    /// The keys of the objects that are open, outermost first: see `mark(_:)`.
    private var keys: [Int] = []

    /// The value of all the bytes.
    static func value(of bytes: [UInt8]) throws(ControlError) -> JSONValue {
        var reader = try JSONReader(bytes)
        let value = try reader.value(levels: JSONLine.maximumDepth)
        try reader.end()
        return value
    }

    /// Where the members of an object are that have these names, by the places of the names; all of the bytes are checked.
    static func places(of names: [String], in bytes: [UInt8]) throws(ControlError) -> (JSONReader, [Range<Int>?]) {
        var reader = try JSONReader(bytes)
        var places = [Range<Int>?](repeating: nil, count: names.count)
        guard reader.next() == UInt8(ascii: "{") else { throw malformed }
        try reader.object { (reader, key) throws(ControlError) in
            let plain = try reader.unescaped(key)
            let name = names.firstIndex { plain.elementsEqual($0.utf8) }
            _ = reader.next()
            let begin = reader.index
            _ = try reader.value(levels: -1)
            if let name { places[name] = begin..<reader.index }
        }
        try reader.end()
        return (reader, places)
    }

    /// The value at a place that was found, of which a number of levels of lists and objects is read, and deeper ones are left
    /// empty.
    mutating func value(at place: Range<Int>, levels: Int) throws(ControlError) -> JSONValue {
        index = place.lowerBound
        return try value(levels: levels)
    }

    /// The members of the object at a place that was found. `known` tells of the bytes of a key its name and how many
    /// levels of the member are read; of the members that are not known only the first is kept, without its value.
    mutating func members(
        at place: Range<Int>, known: (ArraySlice<UInt8>) -> (name: String, levels: Int)?
    ) throws(ControlError) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        var hasUnknown = false
        index = place.lowerBound
        try object { (reader, key) throws(ControlError) in
            if let (name, levels) = known(try reader.unescaped(key)) {
                members[name] = try reader.value(levels: levels)
            } else {
                if !hasUnknown { members[try reader.text(key)] = .null }
                hasUnknown = true
                _ = try reader.value(levels: -1)
            }
        }
        return members
    }

    private init(_ bytes: [UInt8]) throws(ControlError) {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw ControlError(.parseError, "the line is not UTF-8")
        }
        self.bytes = bytes
    }

    static let malformed = ControlError(.parseError, "this is not JSON")

    func fault(_ what: String) -> ControlError { ControlError(.parseError, what) }

    /// The byte that comes; 0 behind the last, which JSON nowhere allows.
    var byte: UInt8 { index < bytes.count ? bytes[index] : 0 }

    /// The first byte that is no space.
    private mutating func next() -> UInt8 {
        while true {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): index += 1
            case let other: return other
            }
        }
    }

    private mutating func take(_ expected: UInt8) throws(ControlError) {
        guard next() == expected else { throw Self.malformed }
        index += 1
    }

    private mutating func end() throws(ControlError) {
        _ = next()
        guard index == bytes.count else { throw Self.malformed }
    }

    /// Reads a value, with a number of levels of lists and objects; nothing but the check is done below level 0.
    private mutating func value(levels: Int) throws(ControlError) -> JSONValue {
        switch next() {
        case UInt8(ascii: "{"):
            var members: [String: JSONValue] = [:]
            try object { (reader, key) throws(ControlError) in
                guard levels > 0 else { return _ = try reader.value(levels: -1) }
                let name = try reader.text(key)
                guard members.updateValue(try reader.value(levels: levels - 1), forKey: name) == nil else {
                    throw reader.doubled(name)
                }
            }
            return .object(members)
        case UInt8(ascii: "["): return .array(try elements(levels: levels))
        case UInt8(ascii: "\""):
            let place = try string()
            return levels < 0 ? .null : .string(try text(place))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number(isRead: levels >= 0)
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: throw Self.malformed
        }
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(ControlError) -> JSONValue {
        guard bytes[index...].starts(with: word.utf8) else { throw Self.malformed }
        index += word.utf8.count
        return value
    }
}

// MARK: - Lists and objects

extension JSONReader {
    private mutating func descend() throws(ControlError) {
        guard depth < JSONLine.maximumDepth else {
            throw fault("nested deeper than \(JSONLine.maximumDepth) levels")
        }
        depth += 1
        index += 1
    }

    /// Whether another element follows the one that was read.
    private mutating func continues(before bracket: UInt8) throws(ControlError) -> Bool {
        switch next() {
        case UInt8(ascii: ","):
            index += 1
            guard next() != bracket else { throw fault("a comma stands before a closing bracket") }
            return true
        case bracket:
            index += 1
            depth -= 1
            return false
        default: throw Self.malformed
        }
    }

    /// Whether the list or object that begins here has no elements.
    private mutating func isEmpty(before bracket: UInt8) -> Bool {
        guard next() == bracket else { return false }
        index += 1
        depth -= 1
        return true
    }

    private mutating func elements(levels: Int) throws(ControlError) -> [JSONValue] {
        try descend()
        var elements: [JSONValue] = []
        if isEmpty(before: UInt8(ascii: "]")) { return elements }
        repeat {
            let element = try value(levels: levels - 1)
            if levels > 0 { elements.append(element) }
        } while try continues(before: UInt8(ascii: "]"))
        return elements
    }

    /// Reads an object: `member` reads the value of the key at a place.
    private mutating func object(
        _ member: (inout JSONReader, Range<Int>) throws(ControlError) -> Void
    ) throws(ControlError) {
        try descend()
        if isEmpty(before: UInt8(ascii: "}")) { return }
        let first = keys.count
        var many: Set<Int> = []
        repeat {
            guard next() == UInt8(ascii: "\"") else { throw Self.malformed }
            let key = try string()
            let mark = try mark(key)
            let isNew: Bool
            if keys.count - first < 8 {
                isNew = !keys[first...].contains(mark)
                keys.append(mark)
            } else {
                if many.isEmpty { many = Set(keys[first...]) }
                isNew = many.insert(mark).inserted
            }
            guard isNew else { throw doubled(try text(key)) }
            try take(UInt8(ascii: ":"))
            try member(&self, key)
        } while try continues(before: UInt8(ascii: "}"))
        keys.removeSubrange(first...)
    }

    private func doubled(_ key: String) -> ControlError {
        fault("the key \(JSONValue.string(key).shortened) is given twice")
    }

    /// A number that two keys have in common if they are the same: of a short key its bytes, of another one a hash that no
    /// client can foretell, of 64 bits.
    private func mark(_ key: Range<Int>) throws(ControlError) -> Int {
        if key.count < 8, !bytes[key].contains(UInt8(ascii: "\\")) {
            return bytes[key].reduce(key.count) { $0 << 8 | Int($1) }
        }
        var hasher = Hasher()
        let plain = try unescaped(key)
        unsafe plain.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        return plain.count < 8 ? plain.reduce(plain.count) { $0 << 8 | Int($1) } : hasher.finalize()
    }
}
