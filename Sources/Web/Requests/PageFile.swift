// SPDX-License-Identifier: Apache-2.0

internal import NIOCore
internal import NIOHTTP1

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
