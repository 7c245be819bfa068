// SPDX-License-Identifier: Apache-2.0

/// The beats themselves are a schedule: entry k is beat k, and lies on the frame of its onset.
///
/// This holds as long as the beats are numbered on through all segments, as after tempo changes; where beats were
/// skipped or renumbered, ids do not ascend with the frames.
extension Timeline: Schedule {
    /// Beats on both sides of beat 0.
    public var ids: Range<Int64> { Int64.min..<Int64.max }

    /// The frame of a beat's onset; nil where it does not fit.
    public func instant(ofID id: Int64) -> Int64? {
        let frame = frame(ofBeat: id)
        return frame > .min && frame < .max ? frame : nil
    }

    /// The last beat whose onset falls on the frame or before it.
    public func id(atOrBefore instant: Int64) -> Int64? { beat(atFrame: instant) }
}
