// SPDX-License-Identifier: Apache-2.0

/// What one asks of the offset between the time that a device tells and the time at which it is heard.
public enum OffsetChange: Sendable, Hashable {
    /// Milliseconds; + is later than the device says.
    case to(Double)
    /// So many milliseconds more, or fewer if negative.
    case by(Double)

    /// The milliseconds that an offset may have.
    public static let range = -1000.0...2000.0

    /// The offset that follows, in milliseconds. Throws `out_of_range`.
    public func applied(to offset: Double) throws(ControlError) -> Double {
        switch self {
        case .to(let asked): return asked
        case .by(let step):
            let sum = offset + step
            guard Self.range.contains(sum) else {
                throw ControlError(
                    .outOfRange, "an offset must be -1000...2000 ms: \(JSONValue(sum).text) is outside", param: "by",
                    min: Self.range.lowerBound - offset, max: Self.range.upperBound - offset)
            }
            return sum
        }
    }
}
