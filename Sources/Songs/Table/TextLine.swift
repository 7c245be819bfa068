// SPDX-License-Identifier: Apache-2.0

/// A line of a text file as words between blanks, without its comment.
struct TextLine {
    /// A word and where it begins, from 1.
    struct Word: Equatable {
        var text: Substring
        var column: Int
    }

    /// From 1.
    let number: Int
    /// Its words, up to a `#`.
    var words: [Word] = []
    /// Whether it ends with a carriage return.
    private(set) var hasCarriageReturn = false

    /// The lines of a text. Bytes that are not UTF-8 are replaced.
    static func lines(of bytes: [UInt8]) -> [TextLine] {
        var parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if parts.last?.isEmpty == true { parts.removeLast() }
        return parts.enumerated().map { TextLine($1, number: $0 + 1) }
    }

    private init(_ bytes: ArraySlice<UInt8>, number: Int) {
        self.number = number
        var bytes = bytes
        if bytes.last == UInt8(ascii: "\r") {
            bytes.removeLast()
            hasCarriageReturn = true
        }
        let start = bytes.startIndex
        let blank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        for part in bytes.prefix(while: { $0 != UInt8(ascii: "#") }).split(whereSeparator: blank) {
            words.append(Word(text: Substring(decoding: part, as: UTF8.self), column: part.startIndex - start + 1))
        }
    }

    /// A mistake in this line.
    func mistake(at column: Int, _ message: String) -> SongRemark {
        SongRemark(.mistake, line: number, column: column, message)
    }

    /// A note on this line.
    func note(at column: Int, _ message: String) -> SongRemark {
        SongRemark(.note, line: number, column: column, message)
    }
}

extension Substring {
    /// Whether it is one digit or more, and nothing else.
    var isDigits: Bool { !isEmpty && utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }
}
