// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import NIOCore
import NIOHTTP1
import Resources
import Testing

@testable import Web

@Suite struct WebServiceTests {
    private let tokens = Tokens.random()
    private let service = WebService(
        files: [("index.html", Array("<p>".utf8)), ("a.js", Array("1".utf8))],
        hosts: HostNames(machine: "stage"), name: "stage", port: 8120, isReadOnly: false)

    private func request(
        _ method: HTTPMethod, _ uri: String, _ body: String = "", as role: Role? = nil, host: String = "stage:8120",
        more: HTTPHeaders = [:]
    ) -> WebRequest {
        var headers: HTTPHeaders = ["Host": host, "Content-Type": "application/json; charset=utf-8"]
        if let role { headers.add(name: "Cookie", value: "other=1; metroweb_8120=\(tokens[role].text)") }
        headers.add(contentsOf: more)
        return WebRequest(method, uri, headers: headers, body: Array(body.utf8))
    }

    private func action(for request: WebRequest) -> WebService.Action { service.action(for: request, tokens: tokens) }

    private func response(to request: WebRequest) throws -> WebResponse {
        guard case .respond(let response) = action(for: request) else {
            Issue.record("\(action(for: request)) is no response")
            throw CancellationError()
        }
        return response
    }

    private func status(of request: WebRequest) throws -> UInt { try response(to: request).status.code }

    // MARK: who asks

    @Test(arguments: ["/", "/a.js", "/pair", "/events", "/call", "/clock", "/sounds/beat"])
    func `a request under a stranger's name is refused, whatever it asks for`(_ path: String) throws {
        #expect(try status(of: request(.GET, path, as: .control, host: "evil.example:8120")) == 403)
        #expect(try status(of: request(.POST, path, as: .control, host: "evil.example:8120")) == 403)
        #expect(try status(of: WebRequest(.GET, path)) == 400)
        #expect(try status(of: request(.GET, path, as: .control, more: ["Host": "stage"])) == 400)
    }

    @Test func `a request that names its server in full is one to that server, whatever its header says`() throws {
        #expect(try status(of: request(.GET, "http://stage:8120/a.js", host: "evil.example")) == 200)
        #expect(try status(of: request(.GET, "HTTP://stage:8120")) == 200)
        #expect(try status(of: request(.GET, "http://stage:8120?a=/b")) == 200)
        #expect(try status(of: request(.GET, "http://evil.example/a.js")) == 403)
        #expect(try status(of: request(.GET, "http://stage@evil.example/a.js")) == 403)
        #expect(try status(of: request(.GET, "http:///a.js")) == 403)
    }

    @Test(arguments: [
        ["Origin": "http://evil.example"], ["Origin": "null"], ["Origin": "http://stage:80"],
        ["Sec-Fetch-Site": "cross-site"],
        ["Sec-Fetch-Site": "same-site"], ["Origin": "http://stage:8120", "Sec-Fetch-Site": "cross-site"],
    ])
    func `what a page of another site asks is refused, though the browser sends the cookie`(_ headers: [String: String])
        throws
    {
        let more = HTTPHeaders(headers.map { ($0.key, $0.value) })
        for (method, path) in [
            (HTTPMethod.GET, "/events"), (.POST, "/call"), (.POST, "/pair"), (.GET, "/clock"), (.GET, "/sounds/beat"),
        ] {
            #expect(try status(of: request(method, path, "{\"method\":\"start\"}", as: .control, more: more)) == 403)
        }
        // A link elsewhere may lead to the page.
        #expect(try status(of: request(.GET, "/", more: more)) == 200)
    }

    @Test(arguments: ["/events", "/clock", "/sounds/beat"])
    func `who is not paired is told nothing`(_ path: String) throws {
        #expect(try status(of: request(.GET, path)) == 401)
        #expect(try status(of: request(.GET, path, more: ["Cookie": "metroweb_8120=\(Token.random().text)"])) == 401)
        #expect(try status(of: request(.GET, path, more: ["Cookie": "metroweb_8121=\(tokens.control.text)"])) == 401)
        #expect(try status(of: request(.GET, path, more: ["Cookie": "metroweb_8120="])) == 401)
        let former = service.action(for: request(.GET, path, as: .control), tokens: .random())
        guard case .respond(let response) = former else { return #expect(Bool(false)) }
        #expect(response.status == .unauthorized)
        // Where the file of the tokens cannot be used, nobody is let in.
        guard case .respond(let none) = service.action(for: request(.GET, path, as: .control), tokens: nil) else {
            return #expect(Bool(false))
        }
        #expect(none.status == .unauthorized)
    }

    @Test func `who pairs is given the role of the token in a cookie that no script reads`() throws {
        for role in Role.allCases {
            let paired = try response(to: request(.POST, "/pair", "{\"token\":\"\(tokens[role].text)\"}"))
            #expect(paired.status == .ok)
            #expect(String(buffer: paired.body) == "{\"name\":\"stage\",\"role\":\"\(role)\"}\n")
            let cookie = paired.headers["Set-Cookie"].joined()
            #expect(cookie.hasPrefix("metroweb_8120=\(tokens[role].text);"))
            for word in ["HttpOnly", "SameSite=Strict", "Path=/"] { #expect(cookie.contains(word)) }
        }
    }

    @Test func `who has paired stays so without a token, but not with a wrong one`() throws {
        #expect(try status(of: request(.POST, "/pair", "{}", as: .watch)) == 200)
        #expect(try status(of: request(.POST, "/pair", "{}")) == 403)
        for body in ["{\"token\":\"\"}", "{\"token\":\"\(Token.random().text)\"}"] {
            #expect(try status(of: request(.POST, "/pair", body, as: .watch)) == 403)
        }
        #expect(try status(of: request(.POST, "/pair", "{\"token\":7}")) == 403)
    }

    @Test func `nobody controls a server that is to be watched only`() throws {
        let service = WebService(
            files: [], hosts: HostNames(machine: "stage"), name: "", port: 8120, isReadOnly: true)
        guard
            case .respond(let paired) = service.action(
                for: request(.POST, "/pair", "{\"token\":\"\(tokens.control.text)\"}"), tokens: tokens),
            case .respond(let called) = service.action(
                for: request(.POST, "/call", "{\"method\":\"start\"}", as: .control), tokens: tokens)
        else { return #expect(Bool(false)) }
        #expect(String(buffer: paired.body).contains("watch"))
        #expect(called.status == .forbidden)
    }

    @Test func `a body that is not said to be JSON is not read`() throws {
        for type in ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""] {
            for path in ["/pair", "/call"] {
                let asked = WebRequest(
                    .POST, path,
                    headers: [
                        "Host": "stage", "Content-Type": type, "Cookie": "metroweb_8120=\(tokens.control.text)",
                    ], body: Array("{\"method\":\"start\"}".utf8))
                #expect(try status(of: asked) == 415)
            }
        }
    }

    // MARK: what is asked for

    @Test func `the page is there for everybody, and only what is named is there`() throws {
        #expect(String(buffer: try response(to: request(.GET, "/")).body) == "<p>")
        #expect(
            try response(to: request(.GET, "/a.js?x=1")).headers["Content-Type"] == ["text/javascript; charset=utf-8"])
        for path in [
            "/b.js", "/../a.js", "//a.js", "/./a.js", "/%2e%2e/etc/passwd", "/..%2fetc/passwd", "/a.js/", "a.js/../x",
            "*", "",
            "http://stage/../a.js", "/etc/passwd", "/a.js%00", "\\a.js", "xa.js",
        ] {
            #expect(try status(of: request(.GET, path)) == 404, "\(path)")
        }
    }

    @Test func `a file that the browser has is not sent again`() throws {
        let mark = try response(to: request(.GET, "/")).headers["ETag"].joined()
        let again = try response(to: request(.GET, "/", more: ["If-None-Match": "\"x\", \(mark)"]))
        #expect(again.status == .notModified)
        #expect(again.body.readableBytes == 0)
        #expect(try status(of: request(.GET, "/", more: ["If-None-Match": "\"x\""])) == 200)
    }

    @Test func `every answer forbids what the page does not need`() throws {
        for asked in [
            request(.GET, "/"), request(.GET, "/none"), request(.POST, "/pair", "{}"), request(.GET, "/", host: "evil"),
        ] {
            let headers = try response(to: asked).headers
            #expect(headers["Content-Security-Policy"].joined().hasPrefix("default-src 'none'; script-src 'self';"))
            #expect(!headers["Content-Security-Policy"].joined().contains("unsafe"))
            #expect(headers["Referrer-Policy"] == ["no-referrer"])
            #expect(headers["X-Content-Type-Options"] == ["nosniff"])
            #expect(headers["Access-Control-Allow-Origin"] == [])
        }
    }

    @Test func `methods of HTTP that are not for a path are refused`() throws {
        for (method, path) in [
            (HTTPMethod.GET, "/call"), (.GET, "/pair"), (.POST, "/events"), (.DELETE, "/"), (.OPTIONS, "/call"),
            (.PUT, "/sounds/x"),
        ] {
            let refused = try response(to: request(method, path, as: .control))
            #expect(refused.status == .methodNotAllowed)
            #expect(!refused.headers["Allow"].isEmpty)
        }
    }

    @Test func `who is paired follows, asks the time and gets sounds by their names`() {
        #expect(
            action(for: request(.GET, "/events", as: .watch)) == .follow(.watch, token: Array(tokens.watch.text.utf8)))
        #expect(action(for: request(.POST, "/clock", as: .watch)) == .tellTime)
        #expect(action(for: request(.GET, "/clock", as: .watch)) == .tellTime)
        #expect(action(for: request(.GET, "/sounds/hi%20hat", as: .watch)) == .sound(name: "hi hat"))
    }

    @Test(arguments: ["%2Fetc%2Fpasswd", "/etc/passwd", "..%2Fx", "a/b", "/", String(repeating: "x", count: 271)])
    func `what is no name of a file is no sound`(_ name: String) throws {
        #expect(try status(of: request(.GET, "/sounds/" + name, as: .watch)) == 404)
    }

    @Test(arguments: ["%", "%4", "%zz", "%00", "a%", "%ff", "%+1", "%-1"])
    func `a name that is escaped wrongly is refused`(_ name: String) throws {
        #expect(try status(of: request(.GET, "/sounds/" + name, as: .watch)) == 400)
    }

    @Test func `the page of this program has all files of its folder, and is small`() throws {
        #expect(Resource.page.contains { $0.name == "index.html" })
        #expect(Set(Resource.page.map(\.name)).count == Resource.page.count)
        for file in Resource.page {
            #expect(PageFile.type(of: file.name) != "application/octet-stream", "\(file.name)")
        }
        #expect(Resource.page.reduce(0) { $0 + $1.served.count } <= 200_000)
    }
}
