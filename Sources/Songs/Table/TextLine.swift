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

    /// No line with more words means anything.
    private static let mostWords = 16

    /// The mark with which some editors begin a text.
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The lines of a text, one after the other. Bytes that are not UTF-8 are replaced; of a line the first 16 words are read.
    static func lines(of bytes: [UInt8]) -> UnfoldSequence<TextLine, (rest: ArraySlice<UInt8>, number: Int)> {
        sequence(state: (rest: bytes.dropFirst(bytes.starts(with: byteOrderMark) ? 3 : 0), number: 0)) { state in
            guard !state.rest.isEmpty else { return nil }
            let line = state.rest.prefix { $0 != UInt8(ascii: "\n") }
            state.rest = state.rest[line.endIndex...].dropFirst()
            state.number += 1
            return TextLine(line, number: state.number)
        }
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
        let parts = bytes.prefix(while: { $0 != UInt8(ascii: "#") }).split(
            maxSplits: Self.mostWords, whereSeparator: blank)
        for part in parts.prefix(Self.mostWords) {
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
