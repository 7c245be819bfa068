// SPDX-License-Identifier: Apache-2.0

/// A new offset of a device, between the time that it reports and the time at which it is heard.
public enum OffsetChange: Sendable, Hashable {
    /// Milliseconds; + is later than the device reports.
    case to(Double)
    /// A number of milliseconds more, or fewer where negative.
    case by(Double)

    /// The offsets that are allowed, in milliseconds.
    public static let range = -1000.0...2000.0
    /// The same range as texts say it.
    public static let rangeText = "\(PlainValue.text(range.lowerBound))...\(PlainValue.text(range.upperBound))"

    /// The offset that follows, in milliseconds. Throws `outOfRange`.
    public func applied(to offset: Double) throws(SettingError) -> Double {
        switch self {
        case .to(let offset): return offset
        case .by(let step):
            let sum = offset + step
            guard Self.range.contains(sum) else {
                throw SettingError(
                    .outOfRange, "an offset must be \(Self.rangeText) ms: \(PlainValue.text(sum)) is outside",
                    minimum: Self.range.lowerBound - offset, maximum: Self.range.upperBound - offset)
            }
            return sum
        }
    }
}
