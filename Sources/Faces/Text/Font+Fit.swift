// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion

extension Font {
    /// The largest font in which a line fits into a width, and its capital letters into a height; both in points.
    static func fitting(_ string: String, width: Double, height: Double, weight: Weight) -> Font {
        let em = Font(size: 1, weight: weight)
        let length = Text(string, font: em, at: .zero).width
        return Font(size: .minimum(height / em.capHeight, width / .maximum(length, 1e-9)), weight: weight)
    }
}
