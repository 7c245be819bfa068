// SPDX-License-Identifier: Apache-2.0

/// Reads steps: `x...x%30(xo)*2`. Columns in its errors are counted from 1.
struct StepReader {
    /// One step of a lane.
    struct Step: Sendable, Hashable {
        var accent: Accent
        /// How likely it is to be played, in percent.
        var percent = 100
    }

    /// The most steps in a cycle, with repeats written out.
    static let mostSteps = 1024

    private let signs: [Character]
    /// The column of the first character.
    private let column: Int
    private var index = 0

    init(_ text: String, column: Int = 1) {
        signs = Array(text)
        self.column = column
    }

    /// All steps, at least one.
    mutating func steps() throws(RhythmError) -> [Step] {
        let steps = try sequence(depth: 0)
        guard !steps.isEmpty else {
            throw .invalid("a pattern needs at least one step, such as x...x...")
        }
        return steps
    }

    /// Whether a character separates steps for the eye only.
    private static func isSeparator(_ sign: Character) -> Bool { sign == "|" || sign == "_" || sign.isWhitespace }

    private mutating func sequence(depth: Int) throws(RhythmError) -> [Step] {
        var steps: [Step] = []
        while index < signs.count {
            let (sign, begin) = (signs[index], index)
            index += 1
            var item: [Step]
            if Self.isSeparator(sign) {
                continue
            } else if sign == ")" {
                guard depth > 0 else { throw wrong(begin, "\")\" closes nothing") }
                index -= 1
                return steps
            } else if sign == "(" {
                guard depth < 8 else { throw wrong(begin, "parentheses are nested too deeply: 8 is the most") }
                item = try sequence(depth: depth + 1)
                guard index < signs.count else { throw wrong(begin, "\"(\" is not closed") }
                index += 1
            } else if let accent = sign == "-" ? .mute : Accent(sign: sign) {
                item = [Step(accent: accent)]
                if index < signs.count, signs[index] == "%" {
                    item[0].percent = try number(
                        after: "%", 0...100, "a chance is a whole percentage 0...100, such as x%30")
                }
            } else {
                throw wrong(
                    begin,
                    "\(RhythmError.quote(String(sign))) is no step: there are X, A, x, o and . for steps, %30 for a chance, "
                        + "( ) and *4 for repeats")
            }
            if index < signs.count, signs[index] == "*" {
                let times = try number(
                    after: "*", 1...Self.mostSteps, "a repeat is a whole number 1...1024, such as (x...)*4")
                guard item.count * times <= Self.mostSteps else { throw tooMany(begin) }
                item = Array(repeatElement(item, count: times).joined())
            }
            steps += item
            guard steps.count <= Self.mostSteps else { throw tooMany(begin) }
        }
        return steps
    }

    /// The number behind a sign.
    private mutating func number(
        after sign: Character, _ range: ClosedRange<Int>, _ allowed: String
    ) throws(RhythmError) -> Int {
        let begin = index
        index += 1
        var digits = ""
        while index < signs.count, signs[index].isASCII, signs[index].isNumber, digits.count < 5 {
            digits.append(signs[index])
            index += 1
        }
        guard let number = Int(digits), range.contains(number) else {
            throw wrong(begin, "\"\(sign)\(digits)\": \(allowed)")
        }
        return number
    }

    private func tooMany(_ place: Int) -> RhythmError {
        wrong(place, "too many steps: a pattern has at most \(Self.mostSteps), with its repeats")
    }

    private func wrong(_ place: Int, _ reason: String) -> RhythmError {
        .invalid("column \(column + place): \(reason)")
    }
}
