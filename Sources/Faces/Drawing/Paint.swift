// SPDX-License-Identifier: Apache-2.0

public import MetronomeMotion

/// What an area or a line is filled with, in the coordinates of the shape that it fills.
public enum Paint: Sendable, Hashable {
    /// One colour everywhere.
    case color(Color)
    /// Along the way from one point to another; before and beyond it the colours at its ends.
    case linear(Gradient, from: Point, to: Point)
    /// From the centre, where it is the first colour, to a radius, from which on it is the last.
    case radial(Gradient, center: Point, radius: Double)

    /// Whether it is a colour that cannot be seen at all.
    var isClear: Bool { if case .color(let color) = self { color.opacity <= 0 } else { false } }
}
