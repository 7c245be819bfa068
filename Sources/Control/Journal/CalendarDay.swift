// SPDX-License-Identifier: Apache-2.0

/// A day of the calendar: `2026-11-22`.
package struct CalendarDay: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Days since 1970-01-01.
    package let number: Int

    /// A day by its distance from 1970-01-01.
    package init(number: Int) { self.number = number }

    /// The day that a text begins with, as ISO 8601 writes it; nil for any other text, and for a day that no month has.
    package init?(_ text: some StringProtocol) {
        let parts = text.prefix(10).split(separator: "-", omittingEmptySubsequences: false)
        let digits = parts.allSatisfy { $0.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } }
        guard digits, parts.map(\.count) == [4, 2, 2], let year = Int(parts[0]), let month = Int(parts[1]),
            let day = Int(parts[2]), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        self.init(year: year, month: month, day: day)
        guard (self.year, self.month, self.day) == (year, month, day) else { return nil }
    }

    /// A day by its parts. Days are counted in eras of 400 years that begin with March.
    package init(year: Int, month: Int, day: Int) {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let ofEra = year - era * 400
        let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        number = era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
    }

    private var parts: (year: Int, month: Int, day: Int) {
        let days = number + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let ofEra = days - era * 146_097
        let years = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * years + years / 4 - years / 100)
        let month = (5 * ofYear + 2) / 153
        let number = month < 10 ? month + 3 : month - 9
        return (years + era * 400 + (number <= 2 ? 1 : 0), number, ofYear - (153 * month + 2) / 5 + 1)
    }

    /// Such as 2026.
    package var year: Int { parts.year }
    /// 1...12.
    package var month: Int { parts.month }
    /// 1...31.
    package var day: Int { parts.day }

    /// The day of the week in English, three letters.
    package var weekday: String {
        ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][((number % 7) + 7) % 7]
    }

    /// As ISO 8601 has it.
    package var description: String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let year = "\(self.year)"
        return String(repeating: "0", count: max(0, 4 - year.count)) + "\(year)-\(two(month))-\(two(day))"
    }

    /// The earlier one is less.
    package static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.number < right.number }
}
