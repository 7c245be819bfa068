// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// On which beats the bell rings: on one beat of every group of ``every`` beats, counted from the origin of the bar grid.
public struct BellPattern: Sendable, Hashable, BitwiseCopyable {
    /// The lengths that a group may have.
    public static let range = 1...128

    /// Beats in a group, 1...128.
    public let every: Int
    /// The beat of the group that rings, 1...every.
    public let on: Int

    /// Throws if either lies outside its range.
    public init(every: Int, on: Int) throws(RhythmError) {
        guard Self.range.contains(every) else {
            throw .outOfRange("a bell every \(every) beats is out of range: ring it every 1 to 128 beats", Self.range)
        }
        guard (1...every).contains(on) else {
            let allowed = every == 1 ? "the only beat is 1" : "ring it on beat 1 to \(every)"
            throw .outOfRange("a bell on beat \(on) of \(every) is out of range: \(allowed)", 1...every)
        }
        self.every = every
        self.on = on
    }

    /// Whether the bell rings on a beat. Real-time safe.
    @_noLocks
    public func rings(onBeat beat: Int64, in grid: BarGrid) -> Bool {
        (beat - grid.originBeat).flooredDivision(by: Int64(every)).remainder == Int64(on - 1)
    }

    /// Real-time safe.
    @_noLocks
    public static func == (left: BellPattern, right: BellPattern) -> Bool {
        left.every == right.every && left.on == right.on
    }
}
