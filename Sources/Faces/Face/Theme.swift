// SPDX-License-Identifier: Apache-2.0

public import MetronomeMotion

/// The colours that faces draw with, by what they are for.
public struct Theme: Sendable, Hashable {
    /// The word for it, as `--theme` takes it.
    public let name: String
    /// What lies behind everything.
    public var background: Color
    /// Letters and hands.
    public var ink: Color
    /// What should not catch the eye: marks, tracks, what is unlit.
    public var faint: Color
    /// Large areas.
    public var primary: Color
    /// The dark end of large areas.
    public var shade: Color
    /// What is written on large areas.
    public var onPrimary: Color
    /// The line round large areas; clear where their colour is enough.
    public var edge: Color
    /// What moves, and the beat.
    public var accent: Color
    /// What stands out against the accent, and the bell.
    public var highlight: Color
    /// Whether it has colours; if not, all is black, white and grey.
    public let hasColors: Bool

    /// On white paper.
    public static let light = Theme(
        name: "light", background: Color(hex: 0xFFFFFF), ink: Color(hex: 0x1C1F24), faint: Color(hex: 0xD5D9E0),
        primary: Color(red: 0, green: 0.46, blue: 0.73), shade: Color(red: 0, green: 0.3, blue: 0.5), onPrimary: .white,
        edge: .clear,
        accent: Color(hex: 0xFF3B30), highlight: Color(hex: 0xFF9500),
        hasColors: true)
    /// On a dark desktop.
    public static let dark = Theme(
        name: "dark", background: Color(hex: 0x14171C), ink: Color(hex: 0xECEFF4), faint: Color(hex: 0x3B424E),
        primary: Color(red: 0, green: 0.46, blue: 0.73), shade: Color(red: 0, green: 0.3, blue: 0.5), onPrimary: .white,
        edge: .clear,
        accent: Color(hex: 0xFF453A), highlight: Color(hex: 0xFF9F0A),
        hasColors: true)
    /// Black, white and greys: for print, and for terminals without colours.
    public static let plain = Theme(
        name: "plain", background: .white, ink: .black, faint: Color(white: 0.8), primary: .white,
        shade: Color(white: 0.92), onPrimary: .black, edge: .black, accent: .black, highlight: Color(white: 0.35),
        hasColors: false)

    /// All there are.
    public static let all: [Theme] = [light, dark, plain]

    /// A light that is not lit. Without colours, what is lit differs by its grey alone.
    var unlit: Color { hasColors ? ink.mix(with: faint, by: 0.5) : faint }

    /// A colour that a face has of its own, such as the yellow of a smiley, by its 24 bits: as bright a grey (the luma of
    /// Rec. 709) where the theme has no colours.
    public func color(_ hex: UInt32) -> Color {
        let color = Color(hex: hex)
        guard !hasColors else { return color }
        return Color(white: color.luma)
    }
}

extension Theme {
    /// The theme that a word stands for, in any letter case; nil for any other word.
    public init?(_ name: String) {
        guard let theme = Self.all.first(where: { $0.name == name.lowercased() }) else { return nil }
        self = theme
    }
}
