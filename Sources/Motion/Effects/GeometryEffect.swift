// SPDX-License-Identifier: Apache-2.0

/// A change of where something is drawn, by its size and what moves. The protocol of SwiftUI.
public protocol GeometryEffect: Animatable {
    /// Where points are drawn, with the origin in the top left corner of what is drawn.
    func effectValue(size: Size) -> ProjectionTransform
}
