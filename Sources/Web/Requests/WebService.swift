// SPDX-License-Identifier: Apache-2.0

package import MetronomeControl
internal import NIOHTTP1

/// What is done about a request: who asks is checked, and what is asked for is found.
///
/// A pure value.
package struct WebService: Sendable {
    /// What is to be done.
    package enum Action: Sendable, Equatable {
        case respond(WebResponse)
        /// Events are sent from now on, as long as the token is good.
        case follow(Role, token: [UInt8])
        /// The daemon is asked; its answer goes to that request.
        case ask(method: String, params: [String: JSONValue], Request)
        /// The time is told.
        case tellTime
        /// A sound is sent, if there is one of that name.
        case sound(name: String)
    }

    /// The longest body of a request, in bytes.
    package static let longestBody = PageCall.longest
    /// The longest name of a sound, in bytes: that of a file, and a number behind it.
    static let longestSoundName = 270

    private let hosts: HostNames
    private let name: String
    private let isReadOnly: Bool
    /// Where it listens. Servers on one machine share its cookies.
    package var port: Int
    private let files: [String: PageFile]

    /// - Parameters:
    ///   - files: the page, by names.
    ///   - name: what the server is called.
    ///   - port: where it listens.
    ///   - isReadOnly: whether nobody may change anything.
    package init(
        files: [(name: String, bytes: [UInt8])], hosts: HostNames, name: String, port: Int, isReadOnly: Bool
    ) {
        self.hosts = hosts
        self.name = name
        self.isReadOnly = isReadOnly
        self.port = port
        let named = files.map { ($0.name, PageFile(name: $0.name, bytes: $0.bytes)) }
        self.files = Dictionary(named) { $1 }
    }

    private var cookie: String { "metroweb_\(port)" }

    /// What who has the token may do here; nil for nothing.
    package func role(of token: [UInt8], _ tokens: Tokens?) -> Role? {
        tokens?.role(of: token).map { isReadOnly ? .watch : $0 }
    }

    /// What is done about a request, however many tokens were wrong before.
    package func action(for request: WebRequest, tokens: Tokens?) -> Action {
        action(for: request) { role(of: $0, tokens).map(Judgement.role) ?? .wrong }
    }

    /// What is done about a request, and what people are told of it.
    func action(
        for request: WebRequest, tokens: Tokens?, from visitor: inout Visitor, guesses: inout GuessLimiter,
        atNs nowNs: Int64
    ) -> (action: Action, line: String?) {
        var line: String?
        let action = action(for: request) { token in
            // What was right on this connection is no guess.
            if token != visitor.token, let refusal = guesses.refusal(of: visitor.block, atNs: nowNs) {
                line = refusal.line
                return .later(refusal.seconds)
            }
            if let role = role(of: token, tokens) {
                visitor.token = token
                return .role(role)
            }
            if tokens != nil { guesses.fail(visitor.block, atNs: nowNs) }
            return .wrong
        }
        return (action, line)
    }

    /// What a token is.
    private enum Judgement {
        case role(Role)
        case wrong
        /// The token is not looked at for a number of seconds.
        case later(Int64)
    }

    private typealias Judge = ([UInt8]) -> Judgement

    private func action(for request: WebRequest, judge: Judge) -> Action {
        guard let host = request.header("Host") else {
            return .respond(.refusal(.badRequest, .invalidRequest, "a request needs one Host"))
        }
        guard hosts.allows(host) else {
            return .respond(
                .refusal(.forbidden, .forbidden, "this server has another name: call it by its address, or give --host")
            )
        }
        switch request.path {
        case "/pair": return checked(request, host, [.POST]) ?? pair(request, judge)
        case "/events": return checked(request, host, [.GET, .HEAD]) ?? follow(request, judge)
        case "/call": return checked(request, host, [.POST]) ?? call(request, judge)
        case "/clock":
            return checked(request, host, [.GET, .POST]) ?? paired(request, judge) { _, _ in .tellTime }
        case let path where path.hasPrefix("/sounds/"):
            return checked(request, host, [.GET, .HEAD]) ?? sound(request, path.dropFirst(8), judge)
        case let path: return file(request, path == "/" ? "index.html" : path.dropFirst())
        }
    }

    // MARK: who asks

    /// The refusal of what no page of this server asks; nil for all else.
    private func checked(_ request: WebRequest, _ host: String, _ methods: [HTTPMethod]) -> Action? {
        guard methods.contains(request.method) else { return .respond(Self.wrongMethod(methods)) }
        let origins = request.headers["Origin"]
        let sites = request.headers["Sec-Fetch-Site"]
        guard origins.allSatisfy({ HostNames.isSame(origin: $0, host: host) }),
            sites.allSatisfy({ $0 == "same-origin" || $0 == "none" })
        else { return .respond(.refusal(.forbidden, .forbidden, "a page of another site asks")) }
        return nil
    }

    /// Does what a paired page may; refuses all others.
    private func paired(_ request: WebRequest, _ judge: Judge, _ body: (Role, [UInt8]) -> Action) -> Action {
        let token = request.cookie(cookie)
        switch token.map(judge) {
        case .role(let role): return body(role, token ?? [])
        case .later(let seconds): return .respond(.busy(Self.tooManyGuesses, seconds: seconds))
        case .wrong, nil:
            return .respond(
                .refusal(.unauthorized, .forbidden, "this page is not paired: open the link that metroweb prints"))
        }
    }

    private static let tooManyGuesses = "too many wrong tokens came from here: try again a little later"

    // MARK: what is asked for

    private func pair(_ request: WebRequest, _ judge: Judge) -> Action {
        guard request.isJSON else { return .respond(Self.wrongType) }
        // A page that has paired before, and has no new token, stays so.
        let given = (try? JSONLine.parse(request.body))?["token"]?.string
        let token = given.map { Array($0.utf8) } ?? request.cookie(cookie)
        switch token.map(judge) {
        case .role(let role):
            var response = WebResponse.json(.ok, JSONLine.encode(Paired(role: role, name: name)))
            // The token has letters only that a cookie may have. Browsers keep no cookie for longer.
            let value = String(decoding: token ?? [], as: UTF8.self)
            response.headers.add(
                name: "Set-Cookie", value: "\(cookie)=\(value); HttpOnly; SameSite=Strict; Path=/; Max-Age=34560000")
            return .respond(response)
        case .later(let seconds): return .respond(.busy(Self.tooManyGuesses, seconds: seconds))
        case .wrong, nil:
            return .respond(
                .refusal(
                    .forbidden, .forbidden, "this token is not good, or no more: open the link that metroweb prints"))
        }
    }

    private struct Paired: Encodable {
        let role: Role
        let name: String
    }

    private func follow(_ request: WebRequest, _ judge: Judge) -> Action {
        paired(request, judge) { role, token in
            request.method == .HEAD
                ? .respond(WebResponse(.ok, type: EventFrame.type)) : .follow(role, token: token)
        }
    }

    private func call(_ request: WebRequest, _ judge: Judge) -> Action {
        guard request.isJSON else { return .respond(Self.wrongType) }
        return paired(request, judge) { role, _ in
            switch PageCall(request.body, role: role) {
            case .ask(let method, let params, let asked): .ask(method: method, params: params, asked)
            case .answer(let status, let line):
                .respond(line.map { .json(.init(statusCode: status), $0) } ?? WebResponse(.noContent))
            }
        }
    }

    private func sound(_ request: WebRequest, _ escaped: Substring, _ judge: Judge) -> Action {
        paired(request, judge) { _, _ in
            guard let name = Self.unescaped(escaped) else {
                return .respond(.refusal(.badRequest, .invalidRequest, "the name of the sound is broken"))
            }
            // A sound is the name of a file, never a path.
            guard !name.contains("/"), name.utf8.count <= Self.longestSoundName else {
                return .respond(.refusal(.notFound, .notFound, "there is no sound of that name"))
            }
            return .sound(name: name)
        }
    }

    /// The page itself, which everybody may have: it holds no secret. A name is looked up and never opened.
    private func file(_ request: WebRequest, _ name: Substring) -> Action {
        guard request.uri.hasPrefix("/"), let file = files[String(name)] else {
            return .respond(.refusal(.notFound, .notFound, "there is nothing of that name"))
        }
        guard [.GET, .HEAD].contains(request.method) else { return .respond(Self.wrongMethod([.GET, .HEAD])) }
        return .respond(file.response(to: request))
    }

    private static func wrongMethod(_ methods: [HTTPMethod]) -> WebResponse {
        let names = methods.map(\.rawValue).joined(separator: ", ")
        var response = WebResponse.refusal(.methodNotAllowed, .invalidRequest, "this takes \(names)")
        response.headers.add(name: "Allow", value: names)
        return response
    }

    private static let wrongType = WebResponse.refusal(
        .unsupportedMediaType, .invalidRequest, "the body must be JSON, with Content-Type: application/json")

    /// A part of a path with its `%XX` read; nil where the result is no text.
    static func unescaped(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16), value != 0
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
