// SPDX-License-Identifier: Apache-2.0

/// The wire form: `linear`, `easeIn`, `easeOut`, `easeInOut`, else CSS `cubic-bezier(x1,y1,x2,y2)`.
extension UnitCurve: LosslessStringConvertible {
    /// The wire form, with the fewest digits that read back to the same curve.
    public var description: String {
        switch self {
        case .linear: "linear"
        case .easeIn: "easeIn"
        case .easeOut: "easeOut"
        case .easeInOut: "easeInOut"
        default: "cubic-bezier(\([x1, y1, x2, y2].map(Self.shortest).joined(separator: ",")))"
        }
    }

    /// The curve a wire form names, or a CSS one (`ease`, `ease-in`, `ease-out`, `ease-in-out`).
    ///
    /// Nil for anything else, and for a `cubic-bezier` whose x lies outside 0...1, as in CSS.
    public init?(_ description: String) {
        switch description {
        case "linear": self = .linear
        case "easeIn", "ease-in": self = .easeIn
        case "easeOut", "ease-out": self = .easeOut
        case "easeInOut", "ease-in-out": self = .easeInOut
        case "ease": self = .bezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1)
        default:
            let opening = "cubic-bezier("
            guard description.hasPrefix(opening), description.hasSuffix(")") else { return nil }
            let numbers = description.dropFirst(opening.count).dropLast()
                .split(separator: ",", omittingEmptySubsequences: false)
                .map(Self.number)
            guard numbers.count == 4, let x1 = numbers[0], let y1 = numbers[1], let x2 = numbers[2],
                let y2 = numbers[3], (0...1).contains(x1), (0...1).contains(x2)
            else { return nil }
            self = .bezier(x1: x1, y1: y1, x2: x2, y2: y2)
        }
    }

    /// A CSS number with spaces around it: decimal and finite.
    private static func number(_ text: Substring) -> Double? {
        var text = text.drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        guard text.allSatisfy({ "+-.0123456789eE".contains($0) }), let number = Double(text), number.isFinite else {
            return nil
        }
        return number
    }

    private static func shortest(_ number: Double) -> String {
        let text = number.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
