// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import NIOCore

/// Cuts a stream into lines. A pure value.
struct LineBuffer {
    /// The longest line taken, in bytes, its end not counted.
    static let longest = Request.longestLine

    private var bytes = ByteBuffer()
    /// How many of the bytes are known to hold no line end.
    private var searched = 0

    /// Bytes that came in and have not been taken out.
    var count: Int { bytes.readableBytes }

    /// Adds bytes that came in.
    mutating func append(_ more: inout ByteBuffer) {
        if bytes.readableBytes == 0 {
            bytes = more
            searched = 0
        } else {
            // This moves what is left to the front, so it is done once for many lines.
            if bytes.readerIndex > Self.longest / 2 { bytes.discardReadBytes() }
            bytes.writeBuffer(&more)
        }
    }

    /// What `next()` found.
    enum Next: Equatable {
        case line([UInt8])
        case tooLong
        case nothing
    }

    /// The next whole line without its end.
    mutating func next() -> Next {
        guard let length = lengthOfLine() else { return searched > Self.longest ? .tooLong : .nothing }
        guard length <= Self.longest else { return .tooLong }
        let line = Array(bytes.readableBytesView.prefix(length))
        bytes.moveReaderIndex(forwardBy: length + 1)
        searched = 0
        return .line(line)
    }

    /// Whether `next()` finds a line, or one that is too long.
    var holdsLine: Bool {
        mutating get { lengthOfLine() != nil || searched > Self.longest }
    }

    /// Whether a line has begun whose end has not come in.
    var holdsPartOfLine: Bool {
        mutating get { bytes.readableBytes > 0 && lengthOfLine() == nil }
    }

    /// Where the first line ends; nil while it has not.
    private mutating func lengthOfLine() -> Int? {
        let view = bytes.readableBytesView
        let end = view.dropFirst(searched).firstIndex(of: UInt8(ascii: "\n"))
        searched = (end ?? view.endIndex) - view.startIndex
        return end == nil ? nil : searched
    }

    /// What is left when the stream has ended: a last line needs no end.
    mutating func rest() -> [UInt8]? {
        guard bytes.readableBytes > 0 else { return nil }
        defer { bytes.clear() }
        return Array(bytes.readableBytesView)
    }
}
