// SPDX-License-Identifier: Apache-2.0

/// A request to change the offset: the time from when a device reports a frame as played to when it is heard.
public enum OffsetChange: Sendable, Hashable {
    /// The offset itself, in milliseconds; + is later than the device reports.
    case to(Double)
    /// So many milliseconds more, or fewer where negative.
    case by(Double)

    /// The offsets that are allowed, in milliseconds.
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
