// SPDX-License-Identifier: Apache-2.0

public import MetronomeMotion

/// How a design of one size is put into a rectangle of another: as large as can be, in its middle, not distorted.
public struct Fit: Sendable, Hashable {
    /// How many points of the rectangle make one of the design.
    public let scale: Double
    /// From the coordinates of the design to those of the rectangle.
    public let transform: AffineTransform

    /// Fits a part of a design's plane into a rectangle; a design without area stays as it is.
    public init(_ design: Rect, in rect: Rect) {
        let isEmpty = design.width <= 0 || design.height <= 0
        scale = isEmpty ? 1 : .minimum(rect.width / design.width, rect.height / design.height)
        transform = AffineTransform(translationX: rect.midX, y: rect.midY)
            .scaledBy(x: scale, y: scale)
            .translatedBy(x: -design.midX, y: -design.midY)
    }
}
