// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// The steps in which lengths of time from 0 to seventeen seconds are counted: 64 ns wide up to 512 ns, then eight to
/// every doubling.
///
/// The upper end of a step is at most an eighth above anything in it. Real-time safe.
enum TimingScale {
    /// How many steps there are; the last one also takes whatever is longer.
    static var count: Int { @_noLocks get { 208 } }

    private static var unitLog2: Int { @_noLocks get { 6 } }

    /// The step that a length of time, in ns, falls into; less than 0 counts as 0.
    @_noLocks static func step(ofNs ns: Int64) -> Int {
        let units = max(0, ns).halved(times: unitLog2)
        guard units >= 8 else { return Int(units) }
        let octave = 63 - units.leadingZeroBitCount
        let eighth = Int(units.halved(times: octave - 3)) & 7
        return min((octave - 2) * 8 + eighth, count - 1)
    }

    /// The upper end of a step, in ns, which belongs to the next one.
    static func endNs(ofStep step: Int) -> Int64 {
        guard step >= 8 else { return Int64(step + 1).doubled(times: unitLog2) }
        return Int64(9 + step % 8).doubled(times: step / 8 - 1 + unitLog2)
    }
}
