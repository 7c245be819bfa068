// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
public import MetronomeRhythm

extension Tempo {
    /// Beats per minute with one decimal at most: what there is room for in a picture.
    public var shown: String {
        let tenths = Int(clamping: (beatsPerMinute * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
