// SPDX-License-Identifier: Apache-2.0

public import Motion

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
    /// After how long it is the same again, if nothing changes; it tells which loops have no seam.
    var cycle: Cycle { get }

    /// The picture at a moment; size in points. It leaves the background out.
    func drawing(at moment: Moment, size: Size, theme: Theme) -> Drawing
}

/// How long a face takes until it is the same again.
public enum Cycle: Sendable, Hashable {
    /// So many beats.
    case beats(Int)
    /// So many bars.
    case bars(Int)
    /// Never.
    case endless
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

    /// The least number of bars after which the face is the same again; nil if it never is.
    public func barsPerCycle(beatsPerBar: Int) -> Int? {
        switch cycle {
        case .beats(let beats): (1...max(1, beats)).first { $0 * beatsPerBar % max(1, beats) == 0 }
        case .bars(let bars): bars
        case .endless: nil
        }
    }
}

/// A face that shows what is in a file of the user's.
public protocol FileFace: Face {
    /// The same face with what is in a file; throws if it is not what the face can show.
    func showing(file bytes: [UInt8]) throws(FaceError) -> Self
}

/// A face of which one can say how long it takes: for a turn, for a quotation, for a cycle.
public protocol SpanFace: Face {
    /// What the span is counted in.
    static var spanUnit: SpanUnit { get }
    /// How many of them it takes, 1...64.
    var span: Int { get set }
}

/// What the span of a face is counted in.
public enum SpanUnit: String, Sendable, Hashable {
    case beats, bars
}

/// Why a face cannot show a file.
public struct FaceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong with it and what it should be, as one line without a full stop.
    public let message: String
    /// The message.
    public var description: String { message }

    /// An error by its message.
    public init(_ message: String) {
        self.message = message
    }
}
