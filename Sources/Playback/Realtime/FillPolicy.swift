// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeRhythm

/// How far ahead of what is heard frames are written: what was asked for, doubled while the machine cannot keep up.
///
/// More than 3 xruns in 10 s double it, up to 500 ms; a minute without one gives a doubling back. Real-time safe.
struct FillPolicy: BitwiseCopyable {
    private var doublings = 0
    /// When the last xruns were, the oldest first; `.earliest` stands for none.
    private var recent: InlineArray<3, ClockTime>
    private var calmSince = ClockTime.earliest

    private static var longestMs: Int { 500 }
    private static var windowNs: Int64 { 10_000_000_000 }
    private static var calmNs: Int64 { 60_000_000_000 }

    @_noLocks init() { recent = InlineArray(repeating: .earliest) }

    /// The fill in force, in ms, where `asked` is asked for.
    @_noLocks func fillMs(asked: Int) -> Int { max(asked, min(asked.doubled(times: doublings), Self.longestMs)) }

    /// Notes an xrun; lengthens the fill if there were three in the 10 s before.
    @_noLocks mutating func xrun(asked: Int, at now: ClockTime) {
        calm(at: now)
        calmSince = now
        let isOften = now.nanoseconds(since: recent[0]) <= Self.windowNs
        recent[0] = recent[1]
        recent[1] = recent[2]
        recent[2] = now
        guard isOften, fillMs(asked: asked) < Self.longestMs else { return }
        doublings += 1
        // A longer fill is to be judged by its own xruns.
        recent = InlineArray(repeating: .earliest)
    }

    /// Shortens the fill for each minute that has passed without an xrun.
    @_noLocks mutating func calm(at now: ClockTime) {
        while doublings > 0, now.nanoseconds(since: calmSince) >= Self.calmNs {
            doublings -= 1
            calmSince = calmSince.advanced(byNanoseconds: Self.calmNs)
        }
    }
}
