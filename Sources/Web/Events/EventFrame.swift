// SPDX-License-Identifier: Apache-2.0

package import NIOCore

/// Messages as Server-Sent Events, framed as one chunk of HTTP, so that the same bytes go to all pages.
package enum EventFrame {
    /// The type of the stream.
    package static let type = "text/event-stream"

    /// Keeps the connection, and tells server and page whether the other one is still there.
    static let heartbeat = chunk(Array("event: heartbeat\ndata: 0\n\n".utf8))

    /// One message for each line, numbered from `id` on. Lines are JSON and end with `\n`, or have no end.
    package static func messages(_ lines: [[UInt8]], from id: Int) -> ByteBuffer {
        var text: [UInt8] = []
        for (index, line) in lines.enumerated() {
            text += "id: \(id + index)\n".utf8
            for part in line.split(separator: UInt8(ascii: "\n")) {
                text += "data: ".utf8
                text += part
                text.append(UInt8(ascii: "\n"))
            }
            text.append(UInt8(ascii: "\n"))
        }
        return chunk(text)
    }

    private static func chunk(_ text: [UInt8]) -> ByteBuffer {
        var buffer = ByteBuffer()
        buffer.writeString(String(text.count, radix: 16) + "\r\n")
        buffer.writeBytes(text)
        buffer.writeString("\r\n")
        return buffer
    }
}
