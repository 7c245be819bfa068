// SPDX-License-Identifier: Apache-2.0

public import MetronomeMotion

extension Drawing {
    /// The picture seen through a projection, such as a card that turns in perspective; parts keep their names.
    ///
    /// Outlines and letters are mapped as `Path.applying` maps them. The width of a line, and pixels, are mapped as the
    /// middle of their box is; gradients by their points. What lies behind the eye is left out.
    public func projected(by projection: ProjectionTransform) -> Drawing {
        var projected = Drawing(size: size)
        projected.elements = elements.compactMap { Self.project($0, .identity, projection) }
        return projected
    }

    private static func project(
        _ element: Element, _ inner: AffineTransform, _ projection: ProjectionTransform
    ) -> Element? {
        let whole = ProjectionTransform(inner).concatenating(projection)
        switch element {
        case .fill(let path, let paint): return .fill(path.applying(whole), paint.applying(whole))
        case .text(let text, let paint): return .fill(text.path.applying(whole), paint.applying(whole))
        case .stroke(let path, let paint, var style):
            guard let near = whole.affine(near: path.boundingRect.center) else { return nil }
            let scale = abs(near.determinant).squareRoot()
            style.width *= scale
            style.dash = style.dash.map { $0 * scale }
            style.dashPhase *= scale
            return .stroke(path.applying(whole), paint.applying(whole), style)
        case .image(_, let rect):
            guard let near = whole.affine(near: rect.center) else { return nil }
            return .group(Group(name: nil, transform: near, opacity: 1, clip: nil, elements: [element]))
        case .group(var group):
            let transform = group.transform.concatenating(inner)
            group.elements = group.elements.compactMap { project($0, transform, projection) }
            group.clip = group.clip?.applying(ProjectionTransform(transform).concatenating(projection))
            group.transform = .identity
            return .group(group)
        }
    }
}

extension Paint {
    fileprivate func applying(_ projection: ProjectionTransform) -> Paint {
        switch self {
        case .color: return self
        case .linear(let gradient, let from, let to):
            return .linear(gradient, from: from.applying(projection), to: to.applying(projection))
        case .radial(let gradient, let center, let radius):
            let scale = projection.affine(near: center).map { abs($0.determinant).squareRoot() } ?? 0
            return .radial(gradient, center: center.applying(projection), radius: radius * scale)
        }
    }
}

extension ProjectionTransform {
    /// The affine map that touches the projection at a point; nil where the point is behind the eye.
    fileprivate func affine(near point: Point) -> AffineTransform? {
        let w = m13 * point.x + m23 * point.y + m33
        guard w > 0 else { return nil }
        let image = point.applying(self)
        // The quotient rule: (numerator' - image · w') / w.
        let (a, b) = ((m11 - image.x * m13) / w, (m12 - image.y * m13) / w)
        let (c, d) = ((m21 - image.x * m23) / w, (m22 - image.y * m23) / w)
        return AffineTransform(
            a: a, b: b, c: c, d: d, tx: image.x - a * point.x - c * point.y, ty: image.y - b * point.x - d * point.y)
    }
}
