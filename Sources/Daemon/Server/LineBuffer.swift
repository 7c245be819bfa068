// SPDX-License-Identifier: Apache-2.0

internal import NIOCore

/// Cuts a stream into lines. A pure value.
struct LineBuffer {
    /// The longest line taken, in bytes, its end not counted.
    static let longest = 64 << 10

    private var bytes = ByteBuffer()
    /// How much of `bytes` is known to hold no line end.
    private var searched = 0

    /// Bytes that came in and are not taken yet.
    var count: Int { bytes.readableBytes }

    /// Takes what came in.
    mutating func append(_ more: inout ByteBuffer) {
        if bytes.readableBytes == 0 {
            bytes = more
            searched = 0
        } else {
            // Once for many lines, not for each: what is left is moved to the front.
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
        let view = bytes.readableBytesView
        guard let end = view.dropFirst(searched).firstIndex(of: UInt8(ascii: "\n")) else {
            searched = view.count
            return searched > Self.longest ? .tooLong : .nothing
        }
        let length = end - view.startIndex
        guard length <= Self.longest else { return .tooLong }
        let line = Array(view.prefix(length))
        bytes.moveReaderIndex(forwardBy: length + 1)
        searched = 0
        return .line(line)
    }

    /// What is left when the stream has ended: a last line needs no end.
    mutating func rest() -> [UInt8]? {
        guard bytes.readableBytes > 0 else { return nil }
        defer { bytes.clear() }
        return Array(bytes.readableBytesView)
    }
}
