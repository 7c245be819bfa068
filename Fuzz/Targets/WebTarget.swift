// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import NIOCore
internal import NIOEmbedded
internal import NIOHTTP1
internal import Web

extension FuzzTarget {
    /// What a browser sends: HTTP, read as the server reads it.
    static let http = FuzzTarget(
        "http", longest: 4096,
        words: {
            CommandTable.all.map(\.name) + [
                "GET ", "POST ", "HEAD ", " HTTP/1.1\r\n", "Host: stage:8120\r\n", "/pair", "/events", "/call",
                "/clock",
                "/sounds/", "%2e%2e%2f", "Cookie: metroweb_8120=\(WebPieces.control)\r\n",
                "Origin: http://stage:8120\r\n",
                "Content-Type: application/json\r\n", "Content-Length: ", "Transfer-Encoding: chunked\r\n",
                "Sec-Fetch-Site: same-origin\r\n", "\r\n\r\n", "{\"method\":\"", "{\"token\":\"",
            ]
        },
        seeds: {
            let head = "Host: stage:8120\r\nCookie: metroweb_8120=\(WebPieces.control)\r\n"
            func post(_ path: String, _ body: String) -> String {
                "POST \(path) HTTP/1.1\r\n\(head)Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
                    + body
            }
            return [
                "GET / HTTP/1.1\r\n\(head)\r\n", "GET /sounds/beat?a HTTP/1.1\r\n\(head)\r\n",
                "GET /events HTTP/1.1\r\n\(head)\r\n", post("/call", "{\"id\":1,\"method\":\"status\"}"),
                post("/call", "{\"id\":1,\"method\":\"tempo.set\",\"params\":{\"bpm\":120}}"),
                post("/pair", "{\"token\":\"\(WebPieces.watch)\"}"), post("/clock", ""),
            ].map { Array($0.utf8) }
        }
    ) { input in
        let service = WebService(
            files: [("index.html", Array("<p>".utf8)), ("a.js", [1])], hosts: HostNames(machine: "stage"),
            name: "stage",
            port: 8120, isReadOnly: false)
        guard let control = Token(WebPieces.control), let watch = Token(WebPieces.watch) else { return }
        let tokens = Tokens(control: control, watch: watch)
        for request in WebPieces.requests(in: input) {
            switch service.action(for: request, tokens: tokens) {
            case .respond(let response):
                let isPlain = response.headers.allSatisfy { $0.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
                try law(isPlain, "a header of an answer has control characters: \(response.headers)")
            case .ask(let method, let params, let asked):
                let controls = request.headers["Cookie"].contains { $0.contains(WebPieces.control) }
                let isOffered = CommandTable.command(named: method).map((controls ? Role.control : .watch).mayCall)
                try law(isOffered == true, "\(method) is asked for by a page")
                guard case .success = asked.call else { throw BrokenLaw("a request that is refused is asked for") }
                _ = Request.line(method, params: params, id: 1)
            case .sound(let name): try law(!name.contains("/"), "a sound is asked for by a path: \(name)")
            case .follow, .tellTime: break
            }
        }
    }
}

private enum WebPieces {
    static let control = "abcdefghijklmnopqrstuv"
    static let watch = "ABCDEFGHIJKLMNOPQRSTUV"

    /// The complete requests in a stream of bytes.
    static func requests(in input: [UInt8]) -> [WebRequest] {
        let channel = EmbeddedChannel(handler: ByteToMessageHandler(HTTPRequestDecoder()))
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        _ = try? channel.writeInbound(ByteBuffer(bytes: input))
        var requests: [WebRequest] = []
        var head: HTTPRequestHead?
        var body: [UInt8] = []
        while let part = try? channel.readInbound(as: HTTPServerRequestPart.self) {
            switch part {
            case .head(let next): (head, body) = (next, [])
            case .body(let bytes): body += bytes.readableBytesView
            case .end:
                guard let head, body.count <= WebService.longestBody else { continue }
                requests.append(WebRequest(head.method, head.uri, headers: head.headers, body: body))
            }
        }
        return requests
    }
}
