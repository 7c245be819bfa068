// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import ReferenceValues

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
            throw VectorSet.Missing(description: "\(value) is off the axis")
        }
        return instant
    }
}

extension Ratio {
    /// A decimal, exact to six digits.
    static func of(_ value: Double) throws -> Ratio {
        guard let ratio = Ratio(Int64((value * 1e6).rounded()), over: 1_000_000) else {
            throw VectorSet.Missing(description: "\(value) is no ratio")
        }
        return ratio
    }
}
