// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
import MetronomeMotion

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
        let bytes = [color.red, color.green, color.blue].map { Int32(clamping: ($0 * 255).rounded()) }
        return number(of: bytes[0] << 16 | bytes[1] << 8 | bytes[2], colors: colors)
    }

    /// The nearest number for a colour of 24 bits. Of two that are as near, it is the lower one.
    static func number(of color: Int32, colors: TerminalFormat.Colors) -> Int32 {
        let (red, green, blue) = (color >> 16 & 0xFF, color >> 8 & 0xFF, color & 0xFF)
        return switch colors {
        case .truecolor: color
        case .indexed256: indexed(red, green, blue)
        case .indexed16: basic(red, green, blue)
        case .none: -1
        }
    }

    // MARK: 256

    /// The 16 that the user has chosen, which can be any, then a cube of six levels a channel, then greys.
    private static let cube: Int32 = 16
    private static let greys: Range<Int32> = 232..<256

    /// The nearest of a cube is the nearest level of each channel, and the nearest grey is one of two beside their mean. So
    /// two hundred need no search, which would cost more than all else that is done for a cell.
    private static func indexed(_ red: Int32, _ green: Int32, _ blue: Int32) -> Int32 {
        let (r, g, b) = (place(red), place(green), place(blue))
        let (dr, dg, db) = (level(r) - red, level(g) - green, level(b) - blue)
        var (nearest, least) = (cube + 36 * r + 6 * g + b, dr * dr + dg * dg + db * db)
        let below = greys.lowerBound + (red + green + blue - 24) / 30
        for number in below...below + 1 where greys.contains(number) {
            let grey = 8 + 10 * (number - greys.lowerBound)
            let (dr, dg, db) = (grey - red, grey - green, grey - blue)
            let distance = dr * dr + dg * dg + db * db
            if distance < least { (nearest, least) = (number, distance) }
        }
        return nearest
    }

    /// The place of the nearest level of the cube, 0...5.
    private static func place(_ value: Int32) -> Int32 { value < 48 ? 0 : value <= 115 ? 1 : (value - 36) / 40 }

    private static func level(_ place: Int32) -> Int32 { place == 0 ? 0 : 55 + 40 * place }

    // MARK: 16

    private static func basic(_ red: Int32, _ green: Int32, _ blue: Int32) -> Int32 {
        var (nearest, least) = (Int32(0), Int32.max)
        for index in sixteen.indices {
            let color = sixteen[index]
            let (dr, dg, db) = ((color >> 16) - red, (color >> 8 & 0xFF) - green, (color & 0xFF) - blue)
            let distance = dr * dr + dg * dg + db * db
            if distance < least { (nearest, least) = (Int32(index), distance) }
        }
        return nearest
    }

    /// Between those of xterm, the console and others: every terminal has its own, and every user may, but in all the first
    /// eight are the darker ones.
    private static let sixteen: InlineArray<16, Int32> = [
        0x000000, 0x800000, 0x007000, 0x707000, 0x000070, 0x700070, 0x007070, 0xC0C0C0, 0x404040, 0xFF4040, 0x40FF40,
        0xFFFF40, 0x4040FF, 0xFF40FF, 0x40FFFF, 0xFFFFFF,
    ]
}
