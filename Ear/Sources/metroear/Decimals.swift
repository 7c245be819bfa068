// SPDX-License-Identifier: GPL-3.0-or-later

/// Numbers as text, with a number of decimal places.
enum Decimals {
    static func text(_ number: Double, _ places: Int) -> String {
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        guard let scaled = Int64(exactly: (abs(number) * scale).rounded()) else { return "0" }
        var digits = String(scaled)
        digits = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        let whole = digits.dropLast(places)
        return (number < 0 && scaled != 0 ? "-" : "") + whole + (places > 0 ? "." + digits.suffix(places) : "")
    }
}
