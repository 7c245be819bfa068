// SPDX-License-Identifier: Apache-2.0

extension String {
    /// How many columns of a terminal it takes: none for combining marks, two for the wide letters of East Asia and for emoji.
    package var columns: Int { reduce(0) { $0 + $1.columns } }

    /// Its first characters, as many as fit into `columns` columns.
    package func prefix(columns: Int) -> Substring {
        var left = columns
        return prefix { character in
            left -= character.columns
            return left >= 0
        }
    }
}

extension Character {
    /// How many columns of a terminal it takes, 0...2.
    fileprivate var columns: Int {
        // Behind an emoji that is a sign in text, as the heart, U+FE0F makes it a picture.
        if let first = unicodeScalars.first, first.properties.isEmoji, unicodeScalars.contains("\u{FE0F}") { return 2 }
        return unicodeScalars.map(\.columns).max() ?? 0
    }
}

extension Unicode.Scalar {
    /// What Unicode calls wide and fullwidth, but for the emoji, in ascending order.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
        0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF,
        0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD,
    ]

    /// How many columns of a terminal it takes, 0...2.
    fileprivate var columns: Int {
        // Looking a category up is slow, and most text needs none.
        if value < 0x300 { return value == 0 || value == 0xAD ? 0 : 1 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        // The vowels and ends of a syllable of Hangul stand within its first letter.
        if (0x1160...0x11FF).contains(value) { return 0 }
        return properties.isEmojiPresentation || Self.wide.contains { $0.contains(value) } ? 2 : 1
    }
}
