// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeLinux

/// How far the place is east of UTC, which is looked up anew where it may have changed.
struct Zone {
    /// Offsets change at quarters of an hour at most.
    private static let stepNs: Int64 = 900_000_000_000
    private var known: (step: Int64, seconds: Int)?

    /// Seconds at a time of CLOCK_REALTIME.
    mutating func secondsFromUTC(atNs ns: Int64) -> Int {
        let step = ns.quotient(by: Self.stepNs)
        if let known, known.step == step { return known.seconds }
        let seconds = LocalTime(unixSeconds: Int(ns / 1_000_000_000)).offsetS
        known = (step, seconds)
        return seconds
    }
}
