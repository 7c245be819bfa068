// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm

/// Onsets that were written and are not heard yet, each with the time at which it is expected; the oldest of more than
/// 64 is dropped. Real-time safe.
struct AwaitedOnsets: BitwiseCopyable {
    struct Onset: BitwiseCopyable {
        var frame: Int64
        /// CLOCK_MONOTONIC at which it will be heard, by the clock at the time of writing.
        var expected: ClockTime

        @_noLocks init(frame: Int64, expected: ClockTime) {
            self.frame = frame
            self.expected = expected
        }
    }

    private var onsets: InlineArray<64, Onset>
    private var begin = 0
    private var count = 0

    @_noLocks init() { onsets = InlineArray(repeating: Onset(frame: 0, expected: .earliest)) }

    /// Adds an onset that is heard after all others.
    @_noLocks mutating func add(_ onset: Onset) {
        if count == 64 { dropFirst() }
        onsets[(begin + count) & 63] = onset
        count += 1
    }

    /// Takes the oldest one out, if its frame has been passed.
    @_noLocks mutating func take(passedBy frame: Double) -> Onset? {
        guard count > 0, Double(onsets[begin].frame) <= frame else { return nil }
        let first = onsets[begin]
        dropFirst()
        return first
    }

    /// Drops all of them.
    @_noLocks mutating func clear() { count = 0 }

    @_noLocks private mutating func dropFirst() {
        begin = (begin + 1) & 63
        count -= 1
    }
}
