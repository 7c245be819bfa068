// SPDX-License-Identifier: Apache-2.0

/// Numbers as the wire forms write them: decimal and finite, as CSS and SVG do.
enum Number {
    /// The fewest digits that read back to the same number.
    static func shortest(_ number: Double) -> String {
        let text = number.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// The number a text without spaces is; nil for any other text.
    static func finite(_ text: Substring) -> Double? {
        guard text.allSatisfy({ "+-.0123456789eE".contains($0) }), let number = Double(text), number.isFinite else {
            return nil
        }
        return number
    }

    /// The numbers between the parentheses of `name(a, b, …)`, with spaces allowed around them; nil for any other text.
    static func arguments(of name: String, in text: String) -> [Double]? {
        guard let words = words(of: name, in: text) else { return nil }
        var numbers: [Double] = []
        for word in words {
            guard let number = finite(word) else { return nil }
            numbers.append(number)
        }
        return numbers
    }

    /// What stands between the commas of `name(a, b, …)`, without spaces around it; nil for any other text.
    static func words(of name: String, in text: String) -> [Substring]? {
        guard text.hasPrefix(name + "("), text.hasSuffix(")") else { return nil }
        return text.dropFirst(name.count + 1).dropLast().split(separator: ",", omittingEmptySubsequences: false).map {
            var word = $0.drop { $0 == " " }
            while word.last == " " { word.removeLast() }
            return word
        }
    }
}
