// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The reference values in `Vectors/motion.json`, which were computed with 40 digits.
struct MotionVectors: Decodable {
    /// One set: a formula's results, a row per point.
    struct VectorSet: Decodable {
        let id: String
        let params: Params
        let columns: [String]
        let tolerance: Double
        let rows: [[Cell]]

        /// The row's number in a column.
        func number(_ column: String, in row: [Cell]) throws -> Double {
            guard case .number(let number) = try cell(column, in: row) else {
                throw Missing(description: "\(id).\(column) is no number")
            }
            return number
        }

        /// The row's word in a column.
        func word(_ column: String, in row: [Cell]) throws -> String {
            guard case .word(let word) = try cell(column, in: row) else {
                throw Missing(description: "\(id).\(column) is no word")
            }
            return word
        }

        /// The row's answer of yes or no in a column.
        func truth(_ column: String, in row: [Cell]) throws -> Bool {
            guard case .truth(let truth) = try cell(column, in: row) else {
                throw Missing(description: "\(id).\(column) is neither true nor false")
            }
            return truth
        }

        /// The row's list of numbers in a column.
        func numbers(_ column: String, in row: [Cell]) throws -> [Double] {
            guard case .numbers(let numbers) = try cell(column, in: row) else {
                throw Missing(description: "\(id).\(column) is no list")
            }
            return numbers
        }

        private func cell(_ column: String, in row: [Cell]) throws -> Cell {
            guard row.count == columns.count, let index = columns.firstIndex(of: column) else {
                throw Missing(description: "\(id) has no column \(column), or a row of the wrong length")
            }
            return row[index]
        }

        /// Whether two numbers agree within the set's tolerance; never for what is no number.
        func agrees(_ one: Double, _ other: Double) -> Bool { abs(one - other) <= tolerance }
    }

    /// What the sets used here were computed for.
    struct Params: Decodable {
        let c1: [Double]?
        let c2: [Double]?
        let bpm: Double?
        let amplitude: Double?
        let t0: Double?
        let cssEasing: [Cell]?
        let response: Double?
        let dampingFraction: Double?
        let w: Double?
        let h: Double?
        let axis: [Double]?
        let total: Int?
        let waveWidth: Double?

        enum CodingKeys: String, CodingKey {
            case c1, c2, bpm, amplitude, t0, cssEasing, response, dampingFraction, w, h, axis, total, waveWidth
        }
    }

    enum Cell: Decodable {
        case number(Double)
        case word(String)
        case truth(Bool)
        case numbers([Double])

        init(from decoder: any Decoder) throws {
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

    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    let vectors: [VectorSet]

    static func load() throws -> MotionVectors {
        guard let url = Bundle.module.url(forResource: "motion", withExtension: "json") else {
            throw Missing(description: "motion.json is not among the test's resources")
        }
        return try JSONDecoder().decode(MotionVectors.self, from: Data(contentsOf: url))
    }

    /// The set with this id, which must exist and have rows.
    static func set(_ id: String) throws -> VectorSet {
        guard let set = try load().vectors.first(where: { $0.id == id }), !set.rows.isEmpty else {
            throw Missing(description: "no rows for \(id) in motion.json")
        }
        return set
    }
}
