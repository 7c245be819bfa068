// SPDX-License-Identifier: Apache-2.0

internal import NIOCore
internal import NIOHTTP1
internal import Resources

/// A file that is served: its content, its type and its mark.
struct PageFile: Sendable {
    let bytes: ByteBuffer
    let type: String
    /// A strong `ETag`.
    let mark: String

    init(name: String, bytes: [UInt8]) {
        self.bytes = ByteBuffer(bytes: bytes)
        type = Self.type(of: name)
        mark = Self.mark(of: bytes)
    }

    /// The answer, which is empty where the browser has that file.
    func response(to request: WebRequest) -> WebResponse {
        let known = request.headers[canonicalForm: "If-None-Match"].contains { $0 == mark || $0 == "W/" + mark }
        var response = WebResponse(
            known ? .notModified : .ok, type: type, cache: "no-cache", body: known ? ByteBuffer() : bytes)
        response.headers.add(name: "ETag", value: mark)
        return response
    }

    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "webmanifest": "application/manifest+json", "svg": "image/svg+xml", "png": "image/png", "ico": "image/x-icon",
        "mp4": "video/mp4", "webm": "video/webm", "wav": "audio/wav",
    ]

    static func type(of name: String) -> String {
        name.split(separator: ".").last.flatMap { types[String($0)] } ?? "application/octet-stream"
    }

    /// FNV-1a of the content, and its length.
    static func mark(of bytes: [UInt8]) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return "\"\(String(hash, radix: 36))-\(bytes.count)\""
    }
}

extension Resource {
    /// What a browser is sent of it: a script without the lines of its comments.
    var served: [UInt8] {
        guard name.hasSuffix(".js") else { return bytes }
        var isComment = false
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).filter { line in
            let code = line.drop { $0 == UInt8(ascii: " ") }
            if code.starts(with: "/**".utf8) { isComment = true }
            defer { if isComment, line.suffix(2).elementsEqual("*/".utf8) { isComment = false } }
            return !isComment && !code.starts(with: "//".utf8)
        }
        return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    }
}
