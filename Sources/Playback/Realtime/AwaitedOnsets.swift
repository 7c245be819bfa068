// SPDX-License-Identifier: Apache-2.0

/// Onsets that were written and not heard yet, each with the time it was told for; the oldest of more than 64 is
/// forgotten. Real-time safe.
struct AwaitedOnsets: BitwiseCopyable {
    struct Onset: BitwiseCopyable {
        var frame: Int64
        /// CLOCK_MONOTONIC at which it is to be heard, as the clock had it when it was written.
        var toldNs: Int64

        @_noLocks init(frame: Int64, toldNs: Int64) {
            self.frame = frame
            self.toldNs = toldNs
        }
    }

    private var onsets: InlineArray<64, Onset>
    private var begin = 0
    private var count = 0

    @_noLocks init() { onsets = InlineArray(repeating: Onset(frame: 0, toldNs: 0)) }

    /// Adds one that is heard after all others.
    @_noLocks mutating func add(_ onset: Onset) {
        if count == 64 { dropFirst() }
        onsets[(begin + count) & 63] = onset
        count += 1
    }

    /// Takes the oldest, if its frame has been passed.
    @_noLocks mutating func take(passedBy frame: Double) -> Onset? {
        guard count > 0, Double(onsets[begin].frame) <= frame else { return nil }
        let first = onsets[begin]
        dropFirst()
        return first
    }

    /// Waits for none of them any more.
    @_noLocks mutating func clear() { count = 0 }

    @_noLocks private mutating func dropFirst() {
        begin = (begin + 1) & 63
        count -= 1
    }
}
