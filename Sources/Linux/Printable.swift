// SPDX-License-Identifier: Apache-2.0

extension StringProtocol {
    /// The text on one line, fit for a terminal or a log: what would move the cursor, end the line, hide letters or turn their
    /// order is shown as Swift writes it, `\u{1B}`.
    public var printable: String { escaped { _ in false } }

    /// The printable text, with its ends of lines as they are.
    public var printableLines: String { escaped { $0 == "\n" } }

    private func escaped(except isKept: (Unicode.Scalar) -> Bool) -> String {
        // Most texts need no other form.
        guard unicodeScalars.contains(where: { $0.isUnprintable && !isKept($0) }) else { return String(self) }
        var text = ""
        for scalar in unicodeScalars {
            if scalar.isUnprintable, !isKept(scalar) {
                text += scalar.escaped(asASCII: true)
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension Unicode.Scalar {
    /// Whether it is a control, C0 or C1, ends a line or a paragraph, is no character at all, or turns the order of letters.
    fileprivate var isUnprintable: Bool {
        switch value {
        case 0x20...0x7E, 0xA0...0x61B: false
        case 0x61C, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF: true
        default:
            switch properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .unassigned: true
            default: false
            }
        }
    }
}
