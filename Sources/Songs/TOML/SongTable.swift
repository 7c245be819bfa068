// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm
internal import TOML

/// A table of a song file, whose keys are taken out one by one; whatever is left is a mistake.
struct SongTable {
    /// Where it begins.
    let place: TOMLDocument.Place
    private let values: [String: TOMLNode]
    private var taken: Set<String> = []
    /// What was found to be wrong.
    private(set) var remarks: [SongRemark] = []

    init(_ values: [String: TOMLNode], at place: TOMLDocument.Place) {
        self.values = values
        self.place = place
    }

    /// The value of a key; nil where it is not stated.
    mutating func node(_ key: String) -> TOMLNode? {
        taken.insert(key)
        return values[key]
    }

    /// Whether a key is stated, right or wrong.
    func states(_ key: String) -> Bool { values[key] != nil }

    /// The value of a key as `read` makes it of the node; nil where it is not stated, or is a mistake.
    mutating func value<Value>(
        _ key: String, _ read: (TOMLNode) throws(SongRemark) -> Value
    ) -> Value? {
        guard let node = node(key) else { return nil }
        do { return try read(node) } catch {
            remarks.append(error)
            return nil
        }
    }

    /// A whole number within a range.
    mutating func integer(_ key: String, _ range: ClosedRange<Int>) -> Int? {
        value(key) { node throws(SongRemark) in try node.integer(key, range) }
    }

    /// The name of a song or a section.
    mutating func text(_ key: String) -> String? {
        value(key) { node throws(SongRemark) in
            guard case .string(let text) = node.value, Song.isName(text) else {
                throw node.mistake(
                    "\(key) must be a text of 1 to 64 characters in quotes, in one line and of at most \(Song.longestName) bytes"
                )
            }
            return text
        }
    }

    /// A number from 0 to 4, or percent.
    mutating func volume(_ key: String) -> Double? {
        value(key) { node throws(SongRemark) in
            var number = node.number
            if case .string(let text) = node.value, text.hasSuffix("%") {
                number = Ratio(decimal: text.dropLast()).map { $0.value / 100 }
            }
            guard let number, 0...4 ~= number else {
                throw node.mistake("\(key) must be a number from 0 to 4, such as 0.5, or percent, such as \"50%\"")
            }
            return number
        }
    }

    /// Says that something is wrong with the table.
    mutating func fail(_ message: String, at place: TOMLDocument.Place? = nil) {
        let place = place ?? self.place
        remarks.append(SongRemark(.mistake, line: place.line, column: place.column, message))
    }

    /// Says that the table may not be what was meant.
    mutating func note(_ message: String) {
        remarks.append(SongRemark(.note, line: place.line, column: place.column, message))
    }

    /// Takes over what was found elsewhere.
    mutating func add(_ more: [SongRemark]) { remarks += more }

    /// Says which keys are unknown. To be called once all others were taken.
    mutating func refuseRest(of name: String, others: [String] = []) {
        let allowed = (taken.sorted() + others).joined(separator: ", ")
        for (key, node) in values where !taken.contains(key) && !others.contains(key) {
            fail("unknown key \(RhythmError.quote(key)) in \(name): allowed are \(allowed)", at: node.place)
        }
    }
}

extension TOMLNode {
    /// A mistake in it.
    func mistake(_ message: String) -> SongRemark {
        let (place, reason) = mistake(message)
        return SongRemark(.mistake, line: place.line, column: place.column, reason)
    }

    /// The number, if it is one.
    var number: Double? {
        switch value {
        case .integer(let whole): Double(whole)
        case .number(let number): number
        default: nil
        }
    }

    /// The tables of a list of tables, or of one alone; throws for anything else.
    func tables(_ name: String) throws(SongRemark) -> [SongTable] {
        switch value {
        case .table(let values): return [SongTable(values, at: place)]
        case .array(let nodes):
            var tables: [SongTable] = []
            for node in nodes {
                guard case .table(let values) = node.value else {
                    throw node.mistake("\(name) must be a list of tables")
                }
                tables.append(SongTable(values, at: node.place))
            }
            return tables
        default: throw mistake("\(name) must be a table")
        }
    }

    /// A whole number within a range.
    func integer(_ name: String, _ range: ClosedRange<Int>) throws(SongRemark) -> Int {
        guard case .integer(let whole) = value, let number = Int(exactly: whole), range.contains(number) else {
            throw mistake("\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// What a musical value makes of it; its refusal becomes a mistake in this place.
    func checked<Value>(_ body: () throws(RhythmError) -> Value) throws(SongRemark) -> Value {
        do { return try body() } catch { throw mistake(error.message) }
    }
}
