// SPDX-License-Identifier: Apache-2.0

/// How many beats make a bar, and the note value that stands for a beat: 3/4, 6/8.
public struct Meter: Sendable, Hashable, BitwiseCopyable, CustomStringConvertible {
    /// The beats that a bar may have.
    public static let range = 1...64

    /// 4/4.
    public static var common: Meter { Meter(uncheckedBeats: 4, unit: 4) }

    /// Beats in a bar, 1...64.
    public let beats: Int
    /// The note value of a beat as a part of a whole note: 1, 2, 4, 8, 16, 32 or 64.
    public let unit: Int

    /// Throws if the beats lie outside 1...64, or if the unit is no note value.
    public init(beats: Int, unit: Int) throws(RhythmError) {
        guard Self.range.contains(beats) else {
            throw .outOfRange("\(beats)/\(unit) is out of range: a bar has 1 to 64 beats", Self.range)
        }
        guard Self.range.contains(unit), unit & (unit - 1) == 0 else {
            throw .invalid("\(beats)/\(unit) is not a meter: the lower number must be 1, 2, 4, 8, 16, 32 or 64")
        }
        self.init(uncheckedBeats: beats, unit: unit)
    }

    /// Two whole numbers with a slash between them. Blanks around the whole are ignored.
    public init(parsing text: String) throws(RhythmError) {
        let parts = text.trimmed.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let beats = Self.count(parts[0]), let unit = Self.count(parts[1]) else {
            throw .invalid(
                "\(RhythmError.quote(text)) is not a meter: "
                    + "write the beats in a bar, a slash and the note value of a beat, such as 3/4 or 6/8")
        }
        try self.init(beats: beats, unit: unit)
    }

    private init(uncheckedBeats beats: Int, unit: Int) {
        self.beats = beats
        self.unit = unit
    }

    /// As it is parsed: `3/4`.
    public var description: String { "\(beats)/\(unit)" }

    /// Digits only: `Int` by itself would take a plus sign too.
    private static func count(_ digits: Substring) -> Int? {
        digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(digits) : nil
    }
}
