// SPDX-License-Identifier: Apache-2.0

import Motion

/// Colours as a terminal numbers them.
enum TerminalPalette {
    /// The nearest number for a colour: 24 bits, a place in xterm's palette, or -1 where there are no colours.
    ///
    /// A colour that is not opaque is mixed with the one behind it where that is known, as in 24 bits.
    static func number(of color: Color, over background: Int32, colors: TerminalFormat.Colors) -> Int32 {
        var color = color.clamped
        if colors == .truecolor, background >= 0 {
            let behind = Color(hex: UInt32(background))
            color = behind.mix(with: color.opacity(1 / .maximum(color.opacity, 1e-9)), by: color.opacity)
        }
        let bytes = [color.red, color.green, color.blue].map { Int32(($0 * 255).rounded()) }
        switch colors {
        case .truecolor: return bytes[0] << 16 | bytes[1] << 8 | bytes[2]
        case .indexed256: return nearest(to: bytes, among: 16..<256, entries)
        case .indexed16: return nearest(to: bytes, among: 0..<16, basic)
        case .none: return -1
        }
    }

    /// Numbers are those of a range, the colours those of its members in order.
    private static func nearest(to bytes: [Int32], among range: Range<Int32>, _ colors: [[Int32]]) -> Int32 {
        func distance(_ number: Int32) -> Int32 {
            zip(colors[Int(number - range.lowerBound)], bytes).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
        }
        return range.min { distance($0) < distance($1) } ?? -1
    }

    private static let entries = (16..<256).map { entry($0) }

    /// A cube of 6 levels a channel from 16 on, then 24 greys.
    private static func entry(_ number: Int32) -> [Int32] {
        if number >= 232 { return Array(repeating: 8 + 10 * (number - 232), count: 3) }
        let cube = number - 16
        return [cube / 36, cube / 6 % 6, cube % 6].map { $0 == 0 ? 0 : 55 + 40 * $0 }
    }

    /// Xterm's own sixteen; a user may have others.
    private static let basic: [[Int32]] = [
        [0, 0, 0], [205, 0, 0], [0, 205, 0], [205, 205, 0], [0, 0, 238], [205, 0, 205], [0, 205, 205], [229, 229, 229],
        [127, 127, 127], [255, 0, 0], [0, 255, 0], [255, 255, 0], [92, 92, 255], [255, 0, 255], [0, 255, 255],
        [255, 255, 255],
    ]
}
