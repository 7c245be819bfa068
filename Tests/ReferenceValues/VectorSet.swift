// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A set of the reference values in `motion.json`, which were computed with 40 digits: a formula's results, a row per
/// point.
package struct VectorSet: Decodable, Sendable {
    package let id: String
    package let params: Params
    package let columns: [String]
    package let tolerance: Double
    package let rows: [[Cell]]

    /// All sets there are, in the order of the file.
    package static func all() throws -> [VectorSet] {
        struct File: Decodable {
            let vectors: [VectorSet]
        }
        guard let url = Bundle.module.url(forResource: "motion", withExtension: "json") else {
            throw Missing(description: "motion.json is not among the resources")
        }
        return try JSONDecoder().decode(File.self, from: Data(contentsOf: url)).vectors
    }

    /// The set with this id, which must exist and have rows.
    package static func named(_ id: String) throws -> VectorSet {
        guard let set = try all().first(where: { $0.id == id }), !set.rows.isEmpty else {
            throw Missing(description: "no rows for \(id) in motion.json")
        }
        return set
    }

    /// The row's number in a column.
    package func number(_ column: String, in row: [Cell]) throws -> Double {
        guard case .number(let number) = try cell(column, in: row) else {
            throw Missing(description: "\(id).\(column) is no number")
        }
        return number
    }

    /// The row's word in a column.
    package func word(_ column: String, in row: [Cell]) throws -> String {
        guard case .word(let word) = try cell(column, in: row) else {
            throw Missing(description: "\(id).\(column) is no word")
        }
        return word
    }

    /// The row's answer of yes or no in a column.
    package func truth(_ column: String, in row: [Cell]) throws -> Bool {
        guard case .truth(let truth) = try cell(column, in: row) else {
            throw Missing(description: "\(id).\(column) is neither true nor false")
        }
        return truth
    }

    /// The row's list of numbers in a column.
    package func numbers(_ column: String, in row: [Cell]) throws -> [Double] {
        guard case .numbers(let numbers) = try cell(column, in: row) else {
            throw Missing(description: "\(id).\(column) is no list")
        }
        return numbers
    }

    /// Whether two numbers agree within the set's tolerance; never for what is no number.
    package func agrees(_ one: Double, _ other: Double) -> Bool { abs(one - other) <= tolerance }

    /// Whether two lists have as many numbers, each of which agrees.
    package func agree(_ some: [Double], _ others: [Double]) -> Bool {
        some.count == others.count && zip(some, others).allSatisfy(agrees)
    }

    private func cell(_ column: String, in row: [Cell]) throws -> Cell {
        guard row.count == columns.count, let index = columns.firstIndex(of: column) else {
            throw Missing(description: "\(id) has no column \(column), or a row of the wrong length")
        }
        return row[index]
    }
}

extension VectorSet {
    /// What the tested sets were computed for.
    package struct Params: Decodable, Sendable {
        package let c1: [Double]?
        package let c2: [Double]?
        package let bpm: Double?
        package let amplitude: Double?
        package let t0: Double?
        package let cssEasing: [Cell]?
        package let response: Double?
        package let dampingFraction: Double?
        package let w: Double?
        package let h: Double?
        package let axis: [Double]?
        package let total: Int?
        package let waveWidth: Double?
    }

    /// What stands in one column of a row.
    package enum Cell: Decodable, Sendable {
        case number(Double)
        case word(String)
        case truth(Bool)
        case numbers([Double])

        package init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let truth = try? container.decode(Bool.self) {
                self = .truth(truth)
            } else if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else if let word = try? container.decode(String.self) {
                self = .word(word)
            } else {
                self = .numbers(try container.decode([Double].self))
            }
        }
    }

    /// A value that the file does not have.
    package struct Missing: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) {
            self.description = description
        }
    }
}
