// SPDX-License-Identifier: Apache-2.0

public import MetronomeMotion

/// Colours at places from 0 to 1, and what lies between them, mixed as `Color.mix` does.
public struct Gradient: Sendable, Hashable {
    /// A colour at a place.
    public struct Stop: Sendable, Hashable {
        /// The colour at the place.
        public var color: Color
        /// 0...1.
        public var location: Double

        /// A colour at a place, 0...1.
        public init(_ color: Color, at location: Double) {
            self.color = color
            self.location = location
        }
    }

    /// In ascending order.
    public var stops: [Stop]

    /// A gradient through colours at equal distances.
    public init(_ colors: Color...) {
        let last = Double(max(1, colors.count - 1))
        stops = colors.enumerated().map { Stop($1, at: Double($0) / last) }
    }
}
