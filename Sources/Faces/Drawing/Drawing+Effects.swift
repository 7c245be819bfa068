// SPDX-License-Identifier: Apache-2.0

public import MetronomeMotion

extension Drawing {
    /// Draws what a closure draws as a group under effects, in their order: the first acts first.
    ///
    /// Anchors are places in something of a size with its top left corner at the closure's origin; without a size every
    /// anchor is the origin itself. Under a perspective the elements are mapped one by one, as `projected(by:)` does.
    public mutating func group(
        _ name: String? = nil, effects: [any GeometryEffect], of size: Size = .zero, clip: Path? = nil,
        _ draw: (inout Drawing) -> Void
    ) {
        let map = effects.reduce(ProjectionTransform.identity) { $0.concatenating($1.effectValue(size: size)) }
        if let transform = map.affine { return group(name, transform: transform, clip: clip, draw) }
        var inner = Drawing(size: self.size)
        inner.group(name, clip: clip, draw)
        append(inner.projected(by: map))
    }
}
