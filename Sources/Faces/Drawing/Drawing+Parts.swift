// SPDX-License-Identifier: Apache-2.0

public import MetronomeMotion

/// Questions to a picture: which parts it has, where they are and what is written on them.
extension Drawing {
    /// The names of its parts, in the order in which they are drawn.
    public var partNames: [String] {
        var names: [String] = []
        Self.visit(elements) { element, _, _ in
            if case .group(let group) = element, let name = group.name { names.append(name) }
            return true
        }
        return names
    }

    /// All that is written, in order; text that cannot be seen for its opacity is left out.
    public var strings: [String] { Self.strings(elements) }

    /// What is written in a part, in order.
    public func strings(in name: String) -> [String] {
        part(name).map { Self.strings($0.group.elements) } ?? []
    }

    /// Where a point of a part's own coordinates lies in the picture; nil if there is no such part.
    public func location(of point: Point, in name: String) -> Point? {
        part(name).map { point.applying($0.transform) }
    }

    /// From a part's own coordinates to the picture's; nil if there is no such part.
    public func transform(of name: String) -> AffineTransform? { part(name)?.transform }

    /// The opacity with which a part is seen, those around it included; nil if there is no such part.
    public func opacity(of name: String) -> Double? { part(name)?.opacity }

    /// The least upright rectangle that holds all shapes of a part, lines with their width; nil without any.
    public func frame(of name: String) -> Rect? {
        guard let (group, transform, _) = part(name) else { return nil }
        var box: Rect?
        Self.visit(group.elements, transform) { element, transform, _ in
            if let rect = Self.boundingRect(of: element, transform) { box = box?.union(rect) ?? rect }
            return true
        }
        return box
    }

    private func part(_ name: String) -> (group: Group, transform: AffineTransform, opacity: Double)? {
        var found: (Group, AffineTransform, Double)?
        Self.visit(elements) { element, transform, opacity in
            guard case .group(let group) = element, group.name == name else { return true }
            found = (group, group.transform.concatenating(transform), opacity * group.opacity)
            return false
        }
        return found
    }

    /// Calls with every element, groups before what is in them, and what leads from it to the picture, until `false`.
    @discardableResult
    private static func visit(
        _ elements: [Element], _ transform: AffineTransform = .identity, _ opacity: Double = 1,
        _ body: (Element, AffineTransform, Double) -> Bool
    ) -> Bool {
        for element in elements {
            guard body(element, transform, opacity) else { return false }
            if case .group(let group) = element {
                let inner = group.transform.concatenating(transform)
                guard visit(group.elements, inner, opacity * group.opacity, body) else { return false }
            }
        }
        return true
    }

    private static func strings(_ elements: [Element]) -> [String] {
        var strings: [String] = []
        visit(elements) { element, _, opacity in
            if case .text(let text, _) = element, opacity > 0 { strings.append(text.string) }
            return true
        }
        return strings
    }

    private static func boundingRect(of element: Element, _ transform: AffineTransform) -> Rect? {
        switch element {
        case .fill(let path, _): path.isEmpty ? nil : path.applying(transform).boundingRect
        case .text(let text, _): text.path.isEmpty ? nil : text.path.applying(transform).boundingRect
        case .image(_, let rect): rect.applying(transform)
        case .stroke(let path, _, let style): path.isEmpty ? nil : boundingRect(of: path, style, transform)
        case .group: nil
        }
    }

    /// What a round pen reaches on its way.
    private static func boundingRect(of path: Path, _ style: StrokeStyle, _ transform: AffineTransform) -> Rect {
        let (right, down) = (Point(x: transform.a, y: transform.c), Point(x: transform.b, y: transform.d))
        return path.applying(transform).boundingRect
            .insetBy(dx: -style.width / 2 * right.length, dy: -style.width / 2 * down.length)
    }
}
