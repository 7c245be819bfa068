// SPDX-License-Identifier: Apache-2.0

package import MetronomeRhythm

extension TempoCurve.Shape {
    /// The name on the wire.
    package var name: String {
        switch self {
        case .constant: "constant"
        case .linearInBeats: "linear_in_beats"
        case .linearInTime: "linear_in_time"
        }
    }

    /// The course of a name; nil for one that is not known.
    package init?(name: String) {
        guard let shape = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = shape
    }
}
