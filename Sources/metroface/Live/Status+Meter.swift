// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
import MetronomeControl
import MetronomeRhythm

extension Status {
    /// A meter of some beats of the present length: 9/8 of three where a beat is three eighths of 6/8.
    func meter(ofBeats beats: Int) -> String {
        let present = (try? Meter(parsing: heard.meter)) ?? .common
        let felt = heard.beats > 0 ? heard.beats : present.beats
        let units = present.beats.isMultiple(of: felt) ? present.beats.quotient(by: felt) : 1
        return "\(beats * units)/\(present.unit)"
    }
}
