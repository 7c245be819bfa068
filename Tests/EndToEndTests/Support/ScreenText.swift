// SPDX-License-Identifier: Apache-2.0

/// The characters on a terminal's screen. Understands the sequences that our programs use; lines do not wrap.
struct ScreenText {
    private var cells: [[Character]] = []
    private var (row, column) = (0, 0)
    /// A sequence that is not complete yet.
    private var begun = ""

    /// The rows from the top, without the blanks at their ends.
    var rows: [String] {
        cells.map { String($0.reversed().drop { $0 == " " }.reversed()) }
    }

    /// Writes what a program has written.
    mutating func write(_ text: String) {
        for letter in text.unicodeScalars {
            if !begun.isEmpty || letter == "\u{1B}" {
                if letter == "\u{1B}" { begun = "" }
                begun.unicodeScalars.append(letter)
                follow()
            } else if letter.value >= 0x20 {
                put(Character(letter))
            }
        }
    }

    private mutating func put(_ letter: Character) {
        while cells.count <= row { cells.append([]) }
        while cells[row].count <= column { cells[row].append(" ") }
        cells[row][column] = letter
        column += 1
    }

    private mutating func follow() {
        guard begun.count > 1, let end = begun.last, !(begun.count == 2 && end == "[") else { return }
        guard end.isLetter || end == "\\" else { return }
        let numbers = begun.dropFirst(2).dropLast().split(separator: ";").map { Int($0) ?? 0 }
        switch end {
        case "H": (row, column) = ((numbers.first ?? 1) - 1, (numbers.dropFirst().first ?? 1) - 1)
        case "J": cells = []
        default: break
        }
        begun = ""
    }
}
