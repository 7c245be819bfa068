// SPDX-License-Identifier: Apache-2.0

public import MetronomeMotion

/// A picture as a value: a small list of shapes, drawn in order, in points from the top left, y downwards.
///
/// The Canvas of SwiftUI without its context: a face appends shapes, and a renderer or a test reads them. A group can
/// carry a name, by which tests ask where a part is (`frame(of:)`, `location(of:in:)`).
public struct Drawing: Sendable, Hashable {
    /// One thing to draw.
    public indirect enum Element: Sendable, Hashable {
        /// The inside of a path, by the non-zero rule.
        case fill(Path, Paint)
        /// A line along a path.
        case stroke(Path, Paint, StrokeStyle)
        /// A line of letters.
        case text(Text, Paint)
        /// Pixels, stretched to fill a rectangle.
        case image(Bitmap, in: Rect)
        /// Elements that share a transform, an opacity and a clip.
        case group(Group)
    }

    /// Elements that are drawn as one.
    public struct Group: Sendable, Hashable {
        /// What a test asks for; nil for a part that nobody asks for.
        public var name: String?
        /// From the coordinates of the elements to those around the group.
        public var transform: AffineTransform
        /// The opacity of the group as a whole, 0...1: where its elements overlap, nothing shines through.
        public var opacity: Double
        /// Nothing is drawn outside of it, in the coordinates of the elements; nil for no clip.
        public var clip: Path?
        /// What is drawn, in order.
        public var elements: [Element]
    }

    /// The size that the picture was made for, in points.
    public let size: Size
    /// What is drawn, in order.
    public internal(set) var elements: [Element] = []

    /// An empty picture; size in points.
    public init(size: Size) {
        self.size = size
    }

    /// The whole picture: from (0, 0), as large as `size`.
    public var bounds: Rect { Rect(origin: .zero, size: size) }

    /// Fills the inside of a path; with a clear colour nothing is drawn.
    public mutating func fill(_ path: Path, _ paint: Paint) {
        if !paint.isClear { elements.append(.fill(path, paint)) }
    }

    /// Fills the inside of a path with one colour.
    public mutating func fill(_ path: Path, _ color: Color) {
        fill(path, .color(color))
    }

    /// Draws a line along a path; with a clear colour nothing is drawn.
    public mutating func stroke(_ path: Path, _ paint: Paint, _ style: StrokeStyle) {
        if !paint.isClear { elements.append(.stroke(path, paint, style)) }
    }

    /// Draws a line of one colour along a path; width in points.
    public mutating func stroke(_ path: Path, _ color: Color, width: Double, cap: StrokeStyle.Cap = .butt) {
        stroke(path, .color(color), StrokeStyle(width: width, cap: cap))
    }

    /// Draws a line of letters.
    public mutating func draw(_ text: Text, _ color: Color) {
        elements.append(.text(text, .color(color)))
    }

    /// Draws pixels, stretched to fill a rectangle.
    public mutating func draw(_ bitmap: Bitmap, in rect: Rect) {
        elements.append(.image(bitmap, in: rect))
    }

    /// Draws the elements of another picture as they are.
    public mutating func append(_ other: Drawing) {
        elements += other.elements
    }

    /// Draws another picture as large as can be in the middle of a rectangle, clipped to its own bounds.
    public mutating func draw(_ other: Drawing, in rect: Rect, named name: String? = nil) {
        guard other.size.width > 0, other.size.height > 0 else { return }
        let fit = Fit(other.bounds, in: rect)
        let group = Group(
            name: name, transform: fit.transform, opacity: 1, clip: Path(other.bounds), elements: other.elements)
        elements.append(.group(group))
    }

    /// Draws what a closure draws as a group: in coordinates of its own, with an opacity and a clip of its own.
    ///
    /// The transform leads from the closure's coordinates to the drawing's; the clip is in the closure's.
    public mutating func group(
        _ name: String? = nil, transform: AffineTransform = .identity, opacity: Double = 1, clip: Path? = nil,
        _ draw: (inout Drawing) -> Void
    ) {
        var inner = Drawing(size: size)
        draw(&inner)
        elements.append(
            .group(
                Group(name: name, transform: transform, opacity: opacity, clip: clip, elements: inner.elements)))
    }
}
