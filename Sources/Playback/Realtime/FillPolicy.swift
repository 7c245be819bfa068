// SPDX-License-Identifier: Apache-2.0

/// How far ahead of what is heard frames are written: what was asked for, doubled while the machine cannot keep up.
///
/// More than 3 xruns in 10 s double it, up to 500 ms; a minute without one gives a doubling back. Real-time safe.
struct FillPolicy: BitwiseCopyable {
    private var doublings = 0
    /// When the last xruns were, the oldest first; none before the first.
    private var recentNs: InlineArray<3, Int64>
    private var calmSinceNs: Int64 = 0

    private static var longestMs: Int { 500 }
    private static var windowNs: Int64 { 10_000_000_000 }
    private static var calmNs: Int64 { 60_000_000_000 }
    private static var never: Int64 { .min / 2 }

    @_noLocks init() { recentNs = InlineArray(repeating: Self.never) }

    /// The fill in force, in ms, where `asked` is asked for.
    @_noLocks func fillMs(asked: Int) -> Int { max(asked, min(asked << doublings, Self.longestMs)) }

    /// Notes an xrun; lengthens the fill if there were three in the 10 s before.
    @_noLocks mutating func xrun(asked: Int, at now: Int64) {
        calm(at: now)
        calmSinceNs = now
        let isOften = now - recentNs[0] <= Self.windowNs
        recentNs[0] = recentNs[1]
        recentNs[1] = recentNs[2]
        recentNs[2] = now
        guard isOften, fillMs(asked: asked) < Self.longestMs else { return }
        doublings += 1
        // A longer fill is to be judged by its own xruns.
        recentNs = InlineArray(repeating: Self.never)
    }

    /// Shortens the fill for each minute that has passed without an xrun.
    @_noLocks mutating func calm(at now: Int64) {
        while doublings > 0, now - calmSinceNs >= Self.calmNs {
            doublings -= 1
            calmSinceNs += Self.calmNs
        }
    }
}
