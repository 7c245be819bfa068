// SPDX-License-Identifier: Apache-2.0

package import MetronomeControl
package import NIOCore
package import NIOHTTP1

/// What a browser is answered.
package struct WebResponse: Sendable, Equatable {
    package var status: HTTPResponseStatus
    package var headers: HTTPHeaders
    package var body: ByteBuffer

    /// A response with the headers that each has.
    package init(
        _ status: HTTPResponseStatus, type: String? = nil, cache: String = "no-store", body: ByteBuffer = ByteBuffer()
    ) {
        self.status = status
        self.body = body
        headers = Self.common
        headers.add(name: "Cache-Control", value: cache)
        if let type { headers.add(name: "Content-Type", value: type) }
    }

    /// A line of JSON.
    package static func json(_ status: HTTPResponseStatus, _ line: [UInt8]) -> WebResponse {
        WebResponse(status, type: "application/json", body: ByteBuffer(bytes: line))
    }

    /// A refusal, in the form of the socket's errors.
    package static func refusal(_ status: HTTPResponseStatus, _ reason: ErrorReason, _ message: String) -> WebResponse {
        json(status, Reply.line(error: ControlError(reason, message)))
    }

    /// A refusal of a request that is one too many now and may be sent again after `seconds` seconds.
    static func busy(_ message: String, seconds: Int64) -> WebResponse {
        var response = refusal(.tooManyRequests, .busy, message)
        response.headers.add(name: "Retry-After", value: "\(seconds)")
        return response
    }

    /// Nothing is loaded from elsewhere, nothing is sent elsewhere, no other page holds this one in a frame.
    private static let common: HTTPHeaders = [
        "Content-Security-Policy":
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
            + "media-src 'self' data:; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
            + "frame-ancestors 'none'",
        "Cross-Origin-Embedder-Policy": "require-corp",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
    ]
}
