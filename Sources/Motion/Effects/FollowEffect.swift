// SPDX-License-Identifier: Apache-2.0

/// A place on a path, with the nose along the tangent.
///
/// Measured by length, with the exact tangent; the heading may be any angle, so ask for the place at every moment
/// instead of interpolating between two headings.
public struct FollowEffect: GeometryEffect, Sendable, Hashable {
    /// How much of the path's length is done, clamped to 0...1.
    public var progress: Double
    /// Whether it turns along the path.
    public var rotates: Bool
    private let path: PathMeasure

    /// A place on a path.
    public init(path: Path, progress: Double, rotates: Bool = true) {
        self.init(along: path.measured(), progress: progress, rotates: rotates)
    }

    /// A place on a path that was measured before.
    public init(along path: PathMeasure, progress: Double, rotates: Bool = true) {
        (self.path, self.progress, self.rotates) = (path, progress, rotates)
    }

    /// The progress.
    public var animatableData: Double {
        get { progress }
        set { progress = newValue }
    }

    /// A turn about the origin by the heading, then the shift to the place; nothing on a path without length.
    public func effectValue(size: Size) -> ProjectionTransform {
        guard let place = path.place(at: progress) else { return .identity }
        let shift = AffineTransform(translationX: place.point.x, y: place.point.y)
        guard rotates else { return ProjectionTransform(shift) }
        let (x, y) = (place.tangent.x, place.tangent.y)
        return ProjectionTransform(AffineTransform(a: x, b: y, c: -y, d: x, tx: 0, ty: 0).concatenating(shift))
    }
}
