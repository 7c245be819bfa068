// SPDX-License-Identifier: Apache-2.0

/// One line from a client: what it asks, or why that is refused, and the form of the answer.
public struct Request: Sendable, Equatable {
    /// The id that the answer repeats: a text or a number, `null` where there was none.
    public let id: JSONValue
    /// Whether it has `"jsonrpc":"2.0"`, which the answer then has too.
    public let isStrict: Bool
    /// False for a strict request without an id: a notification, which is not answered.
    public let wantsReply: Bool
    /// What to do, or why the request is refused.
    public let call: Result<Call, ControlError>

    /// Whether the line is no request at all, neither in JSON nor in words.
    public var isMalformed: Bool {
        guard case .failure(let error) = call else { return false }
        return error.code == ErrorReason.parseError.code || error.code == ErrorReason.invalidRequest.code
    }

    /// Reads one line, with or without its end. Nil for a blank line.
    public static func parse(line: some Collection<UInt8>) -> Request? {
        var line = line[...]
        for end in [UInt8(ascii: "\n"), UInt8(ascii: "\r")] {
            let last = line.index(line.startIndex, offsetBy: Swift.max(0, line.count - 1))
            if last < line.endIndex, line[last] == end { line = line[..<last] }
        }
        let blank: Set<UInt8> = [UInt8(ascii: " "), UInt8(ascii: "\t")]
        guard let first = line.first(where: { !blank.contains($0) }) else { return nil }
        switch first {
        case UInt8(ascii: "{"):
            return Request(json: line)
        case UInt8(ascii: "["):
            return Request(failure: ControlError(.invalidRequest, "send one request per line, not a batch"))
        default:
            guard let text = String(validating: line, as: UTF8.self) else {
                return Request(failure: ControlError(.parseError, "the line is not UTF-8"))
            }
            return Request(words: text)
        }
    }

    /// All of its parts.
    public init(id: JSONValue, isStrict: Bool, wantsReply: Bool, call: Result<Call, ControlError>) {
        self.id = id
        self.isStrict = isStrict
        self.wantsReply = wantsReply
        self.call = call
    }

    private init(failure: ControlError) {
        self.init(id: .null, isStrict: false, wantsReply: true, call: .failure(failure))
    }

    private init(words text: String) {
        let words = text.split { $0 == " " || $0 == "\t" }.map(String.init)
        let call = Result { () throws(ControlError) in try CommandTable.call(words: words) }
        self.init(id: .null, isStrict: false, wantsReply: true, call: call)
    }

    private init(json line: some Collection<UInt8>) {
        let envelope: [String: JSONValue]
        do {
            envelope = try JSONLine.parse(line).object ?? [:]
        } catch {
            self.init(failure: error)
            return
        }
        let version = envelope["jsonrpc"]
        let isStrict = version == "2.0"
        do throws(ControlError) {
            let id = try Request.id(in: envelope)
            guard version == nil || isStrict else {
                throw ControlError(.invalidRequest, "jsonrpc must be \"2.0\" where it is given", allowed: ["2.0"])
            }
            guard let method = envelope["method"]?.string else {
                throw ControlError(.invalidRequest, "a request needs method, a text such as \"status\"")
            }
            let call = Result { () throws(ControlError) in try Request.call(method, envelope["params"]) }
            self.init(id: id, isStrict: isStrict, wantsReply: !isStrict || envelope["id"] != nil, call: call)
        } catch {
            // A malformed request is always answered, even one that may have been meant as a notification.
            let id = (try? Request.id(in: envelope)) ?? .null
            self.init(id: id, isStrict: isStrict, wantsReply: true, call: .failure(error))
        }
    }

    private static func call(_ method: String, _ params: JSONValue?) throws(ControlError) -> Call {
        switch params {
        case nil, .null: try CommandTable.call(method, [:])
        case .object(let members): try CommandTable.call(method, members)
        default: throw ControlError(.wrongType, "params must be an object with named parameters", param: "params")
        }
    }

    private static func id(in envelope: [String: JSONValue]) throws(ControlError) -> JSONValue {
        switch envelope["id"] {
        case nil: return .null
        case .some(let id):
            switch id {
            case .string, .integer, .number, .null: return id
            case .bool, .array, .object:
                throw ControlError(.invalidRequest, "id must be a text, a number or null, not \(id.kind)")
            }
        }
    }
}

extension Request {
    /// A request as one line, for a client to send.
    public static func line(_ method: String, params: [String: JSONValue] = [:], id: JSONValue) -> [UInt8] {
        var envelope: [String: JSONValue] = ["id": id, "method": .string(method)]
        if !params.isEmpty { envelope["params"] = .object(params) }
        return JSONLine.encode(envelope)
    }
}
