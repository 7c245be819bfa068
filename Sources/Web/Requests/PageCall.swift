// SPDX-License-Identifier: Apache-2.0

package import MetronomeControl

/// A request of the socket in the body of `POST /call`, and what becomes of it.
package enum PageCall: Sendable, Equatable {
    /// The daemon is asked, and its answer goes to that request.
    case ask(method: String, params: [String: JSONValue], Request)
    /// It is answered here: with a status of HTTP and a line, as the daemon would answer; nil where none is wanted.
    case answer(Int, line: [UInt8]?)

    /// The longest body, in bytes: the daemon takes lines of that length with an id of its own.
    package static let longest = 60 << 10

    package init(_ body: [UInt8], role: Role) {
        let body = body.drop { " \t\r\n".utf8.contains($0) }
        guard body.first == UInt8(ascii: "{"), let request = Request.parse(line: body) else {
            let error = ControlError(
                .invalidRequest, "the body must be one request in JSON, such as {\"method\":\"status\"}")
            self = .answer(400, line: Reply.line(error: error))
            return
        }
        let line: (ControlError) -> [UInt8]? = { request.wantsReply ? Reply.line(to: request, error: $0) : nil }
        if case .failure(let error) = request.call {
            self = .answer(request.isMalformed ? 400 : 200, line: line(error))
            return
        }
        guard let members = try? JSONLine.parse(body), let method = members["method"]?.string,
            let command = CommandTable.command(named: method)
        else {
            self = .answer(400, line: line(ControlError(.invalidRequest, "the body is no request")))
            return
        }
        guard role.mayCall(command) else {
            let why =
                command.access == .control
                ? "this page may watch only, and \(method) is for pages that control"
                : "\(method) is not offered to pages"
            self = .answer(403, line: line(ControlError(.forbidden, why)))
            return
        }
        let params = members["params"]?.object ?? [:]
        guard command.namedFile(params) == nil else {
            let why = "pages name songs by their names, as song.list tells them, and no files by their paths"
            self = .answer(403, line: line(ControlError(.forbidden, why)))
            return
        }
        self = .ask(method: method, params: params, request)
    }
}
