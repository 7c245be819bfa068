// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
public import MetronomeMotion

/// A picture of the beat: a pure function of moment, size and theme.
///
/// It keeps nothing between calls and reads no clock, so any frame can be drawn at any time, in any order. A new face
/// is a file of its own and a line in `FaceTable`.
public protocol Face: Sendable {
    /// The word for it on a command line.
    var name: String { get }
    /// What it shows, as one line without a full stop.
    var summary: String { get }
    /// The size at which it looks best, in points.
    var defaultSize: Size { get }
    /// After how long it looks the same if nothing changes: loops of that length have no seam.
    var cycle: Cycle { get }

    /// The picture at a moment; size in points. It leaves the background out.
    func drawing(at moment: Moment, size: Size, theme: Theme) -> Drawing
}

extension Face {
    /// 400 by 400.
    public var defaultSize: Size { Size(width: 400, height: 400) }

    /// One bar.
    public var cycle: Cycle { .bars(1) }

    /// The picture at a moment, on the theme's background; size in points.
    public func picture(at moment: Moment, size: Size, theme: Theme) -> Drawing {
        var picture = Drawing(size: size)
        picture.fill(Path(picture.bounds), theme.background)
        picture.append(drawing(at: moment, size: size, theme: theme))
        return picture
    }

    /// The least number of bars after which the face looks the same; nil if it never does.
    public func barsPerCycle(beatsPerBar: Int) -> Int? {
        switch cycle {
        case .beats(let beats): (1...max(1, beats)).first { ($0 * beatsPerBar).remainder(by: beats) == 0 }
        case .bars(let bars): bars
        case .endless: nil
        }
    }
}
