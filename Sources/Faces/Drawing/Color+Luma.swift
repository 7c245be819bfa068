// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion

extension Color {
    /// How bright it looks, 0...1: the weights of Rec. 709 on the encoded components.
    var luma: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }
}
