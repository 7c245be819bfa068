// SPDX-License-Identifier: Apache-2.0

import Foundation
import Rhythm

/// The sets of the reference values that speak of schedules. The file lies with the tests of Motion, which uses most.
struct ScheduleVectors: Decodable {
    struct VectorSet: Decodable {
        let id: String
        let columns: [String]
        let tolerance: Double
        let rows: [[Cell]]

        func number(_ column: String, in row: [Cell]) throws -> Double {
            guard case .number(let number) = try cell(column, in: row) else {
                throw Missing(description: "\(id).\(column) is no number")
            }
            return number
        }

        func list(_ column: String, in row: [Cell]) throws -> [Double] {
            guard case .list(let list) = try cell(column, in: row) else {
                throw Missing(description: "\(id).\(column) is no list")
            }
            return list
        }

        private func cell(_ column: String, in row: [Cell]) throws -> Cell {
            guard row.count == columns.count, let index = columns.firstIndex(of: column) else {
                throw Missing(description: "\(id) has no column \(column), or a row of the wrong length")
            }
            return row[index]
        }

        /// Whether there are as many numbers as expected, each within the set's tolerance.
        func agree(_ found: [Double], _ expected: [Double]) -> Bool {
            found.count == expected.count && zip(found, expected).allSatisfy { abs($0 - $1) <= tolerance }
        }
    }

    enum Cell: Decodable {
        case number(Double)
        case list([Double])
        case other

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else if let list = try? container.decode([Double].self) {
                self = .list(list)
            } else {
                self = .other
            }
        }
    }

    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    let vectors: [VectorSet]

    static func load() throws -> [VectorSet] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../MotionTests/Vectors/motion.json").standardized
        return try JSONDecoder().decode(ScheduleVectors.self, from: Data(contentsOf: file)).vectors.filter {
            $0.id.hasPrefix("schedule.") || $0.id.hasPrefix("gif.") || $0.id == "heart.schedule"
        }
    }

    /// The set with this id, which must exist and have rows.
    static func set(_ id: String) throws -> VectorSet {
        guard let set = try load().first(where: { $0.id == id }), !set.rows.isEmpty else {
            throw Missing(description: "no rows for \(id) in motion.json")
        }
        return set
    }
}

/// Axes on which the same schedule is tried, with their places as numbers.
protocol TestedAxis: ExactInstant {
    /// In the axis's unit, rounded as `Double` must.
    var value: Double { get }
}

extension BeatPosition: TestedAxis {
    var value: Double { beats }
}

extension ClockTime: TestedAxis {
    var value: Double { Double(nanoseconds) / 1e9 }
}

extension TestedAxis {
    /// The place of a decimal, exact to six digits.
    static func at(_ value: Double) throws -> Self {
        let millionths = Int128((value * 1e6).rounded())
        guard let instant = Self(ticks: millionths * ticksPerUnit / 1_000_000) else {
            throw ScheduleVectors.Missing(description: "\(value) is off the axis")
        }
        return instant
    }
}

extension Ratio {
    /// A decimal, exact to six digits.
    static func of(_ value: Double) throws -> Ratio {
        guard let ratio = Ratio(Int64((value * 1e6).rounded()), over: 1_000_000) else {
            throw ScheduleVectors.Missing(description: "\(value) is no ratio")
        }
        return ratio
    }
}
