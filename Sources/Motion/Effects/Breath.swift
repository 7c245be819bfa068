// SPDX-License-Identifier: Apache-2.0

/// Breathing: 1 at time 0, 0 half a period later, and back, without a kink.
public struct Breath: Sendable, Hashable {
    /// How long one takes, in the unit of the times it is asked for.
    public var period: Double

    /// A breath of so long.
    public init(period: Double) {
        self.period = period
    }

    /// How full it is at a time, 0...1: (1 + cos 2πt/T)/2.
    public func value(at time: Double) -> Double {
        (1 + Angle.degrees(time.remainder(dividingBy: period) / period * 360).cosine) / 2
    }

    /// The change of fullness per unit of time.
    public func velocity(at time: Double) -> Double {
        -.pi / period * Angle.degrees(time.remainder(dividingBy: period) / period * 360).sine
    }
}
