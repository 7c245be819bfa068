// SPDX-License-Identifier: Apache-2.0

/// A map of the plane that keeps straight lines, by a 3×3 matrix: (x, y, 1)·M = (x', y', w), shown at (x'/w, y'/w).
///
/// The conventions of SwiftUI: points are rows, and an affine map has the rows (a, b, 0), (c, d, 0), (tx, ty, 1).
public struct ProjectionTransform: Sendable, Hashable, Codable {
    /// Row 1, column 1: x' per x.
    public var m11 = 1.0
    /// Row 1, column 2: y' per x.
    public var m12 = 0.0
    /// Row 1, column 3: w per x.
    public var m13 = 0.0
    /// Row 2, column 1: x' per y.
    public var m21 = 0.0
    /// Row 2, column 2: y' per y.
    public var m22 = 1.0
    /// Row 2, column 3: w per y.
    public var m23 = 0.0
    /// Row 3, column 1: x' of the origin.
    public var m31 = 0.0
    /// Row 3, column 2: y' of the origin.
    public var m32 = 0.0
    /// Row 3, column 3: w of the origin.
    public var m33 = 1.0

    /// The map that changes nothing.
    @inlinable
    public init() {}

    /// The map that changes nothing.
    public static let identity = ProjectionTransform()

    /// An affine map.
    public init(_ transform: AffineTransform) {
        (m11, m12, m21, m22) = (transform.a, transform.b, transform.c, transform.d)
        (m31, m32) = (transform.tx, transform.ty)
    }

    /// A turn in space about an axis through a point, seen in perspective from in front of it.
    ///
    /// With c the point, it is T(-c)·R·P·T(c), where R turns by `angle` about `axis`, normalised, and P has
    /// m34 = -1/`distance`, the eye's distance; z grows towards the eye. A distance that is infinite, or not above 0,
    /// is a parallel view, and an axis of no length turns nothing. `anchorZ` is how far the axis lies in front of the
    /// plane.
    public init(
        rotation angle: Angle, axis: (x: Double, y: Double, z: Double), about center: Point, anchorZ: Double = 0,
        distance: Double = .infinity
    ) {
        let length = (axis.x * axis.x + axis.y * axis.y + axis.z * axis.z).squareRoot()
        guard length > 0, length.isFinite else { return }
        let (x, y, z) = (axis.x / length, axis.y / length, axis.z / length)
        let (sine, cosine) = (angle.sine, angle.cosine)
        let rest = 1 - cosine
        let depth = distance > 0 ? -1 / distance : 0

        // Rows 1 to 3 of the rotation (Rodrigues, transposed for rows); then P takes w from the third column.
        let (r11, r12, r13) = (cosine + rest * x * x, rest * x * y + sine * z, rest * x * z - sine * y)
        let (r21, r22, r23) = (rest * x * y - sine * z, cosine + rest * y * y, rest * y * z + sine * x)
        let (r31, r32, r33) = (rest * x * z + sine * y, rest * y * z - sine * x, cosine + rest * z * z)
        var turn = ProjectionTransform()
        (turn.m11, turn.m12, turn.m13) = (r11, r12, r13 * depth)
        (turn.m21, turn.m22, turn.m23) = (r21, r22, r23 * depth)
        // The plane lies at z = -anchorZ before the turn, and is brought back by anchorZ after it.
        (turn.m31, turn.m32, turn.m33) = (-anchorZ * r31, -anchorZ * r32, 1 + (anchorZ - anchorZ * r33) * depth)
        self = ProjectionTransform(AffineTransform(translationX: -center.x, y: -center.y)).concatenating(turn)
            .concatenating(ProjectionTransform(AffineTransform(translationX: center.x, y: center.y)))
    }

    /// Whether it changes nothing.
    public var isIdentity: Bool { self == .identity }

    /// Whether parallels stay parallel, so that no division is needed.
    public var isAffine: Bool { m13 == 0 && m23 == 0 && m33 == 1 }

    /// The affine map it is; nil where it is a perspective.
    public var affine: AffineTransform? {
        isAffine ? AffineTransform(a: m11, b: m12, c: m21, d: m22, tx: m31, ty: m32) : nil
    }

    /// This map first, the other one after it: the matrix product.
    public func concatenating(_ o: ProjectionTransform) -> ProjectionTransform {
        var product = ProjectionTransform()
        product.m11 = m11 * o.m11 + m12 * o.m21 + m13 * o.m31
        product.m12 = m11 * o.m12 + m12 * o.m22 + m13 * o.m32
        product.m13 = m11 * o.m13 + m12 * o.m23 + m13 * o.m33
        product.m21 = m21 * o.m11 + m22 * o.m21 + m23 * o.m31
        product.m22 = m21 * o.m12 + m22 * o.m22 + m23 * o.m32
        product.m23 = m21 * o.m13 + m22 * o.m23 + m23 * o.m33
        product.m31 = m31 * o.m11 + m32 * o.m21 + m33 * o.m31
        product.m32 = m31 * o.m12 + m32 * o.m22 + m33 * o.m32
        product.m33 = m31 * o.m13 + m32 * o.m23 + m33 * o.m33
        return product
    }

    /// How areas grow at the origin, up to a positive factor; negative where the back of the plane is seen.
    public var determinant: Double {
        m11 * (m22 * m33 - m23 * m32) - m12 * (m21 * m33 - m23 * m31) + m13 * (m21 * m32 - m22 * m31)
    }

    /// The map back; nil where the plane is seen from its edge.
    public func inverted() -> ProjectionTransform? {
        let determinant = determinant
        guard determinant != 0, determinant.isFinite else { return nil }
        var inverse = ProjectionTransform()
        inverse.m11 = (m22 * m33 - m23 * m32) / determinant
        inverse.m12 = (m13 * m32 - m12 * m33) / determinant
        inverse.m13 = (m12 * m23 - m13 * m22) / determinant
        inverse.m21 = (m23 * m31 - m21 * m33) / determinant
        inverse.m22 = (m11 * m33 - m13 * m31) / determinant
        inverse.m23 = (m13 * m21 - m11 * m23) / determinant
        inverse.m31 = (m21 * m32 - m22 * m31) / determinant
        inverse.m32 = (m12 * m31 - m11 * m32) / determinant
        inverse.m33 = (m11 * m22 - m12 * m21) / determinant
        return inverse
    }
}

extension Point {
    /// Where a map takes the point; (∞, ∞) where it lies beside or behind the eye.
    public func applying(_ transform: ProjectionTransform) -> Point {
        let w = transform.m13 * x + transform.m23 * y + transform.m33
        guard w > 0 else { return Point(x: .infinity, y: .infinity) }
        return Point(
            x: (transform.m11 * x + transform.m21 * y + transform.m31) / w,
            y: (transform.m12 * x + transform.m22 * y + transform.m32) / w)
    }
}
