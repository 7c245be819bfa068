// SPDX-License-Identifier: Apache-2.0

/// One line from a client: what it asks, or why that is refused, and the form of the answer.
public struct Request: Sendable, Equatable {
    /// The id that the answer repeats.
    public let id: RequestID
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

    /// The longest line in plain words, in bytes. Nothing that can be said in words is near it.
    public static let longestWords = 2048

    /// Reads one line, with or without its end. Nil for a blank line.
    public static func parse(line: some Collection<UInt8>) -> Request? { parse(Array(line)) }

    private static func parse(_ line: [UInt8]) -> Request? {
        var line = line[...]
        if line.last == UInt8(ascii: "\n") { line.removeLast() }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        guard let first = line.first(where: { !isBlank($0) }) else { return nil }
        switch first {
        case UInt8(ascii: "{"):
            return Request(json: Array(line))
        case UInt8(ascii: "["):
            return Request(failure: ControlError(.invalidRequest, "send one request per line, not a batch"))
        default:
            guard String(validating: line, as: UTF8.self) != nil else {
                return Request(failure: ControlError(.parseError, "the line is not UTF-8"))
            }
            guard (line.lastIndex { !isBlank($0) } ?? 0) - line.startIndex < longestWords else {
                return Request(failure: tooManyWords)
            }
            return Request(words: line.split(whereSeparator: isBlank).map { String(decoding: $0, as: UTF8.self) })
        }
    }

    /// All of its parts.
    public init(id: RequestID, isStrict: Bool, wantsReply: Bool, call: Result<Call, ControlError>) {
        self.id = id
        self.isStrict = isStrict
        self.wantsReply = wantsReply
        self.call = call
    }

    private init(failure: ControlError) {
        self.init(id: .none, isStrict: false, wantsReply: true, call: .failure(failure))
    }

    private init(words: [String]) {
        let call = Result { () throws(ControlError) in try CommandTable.call(words: words) }
        self.init(id: .none, isStrict: false, wantsReply: true, call: call)
    }

    private init(json line: [UInt8]) {
        var id = RequestID.none
        var isStrict = false
        do throws(ControlError) {
            var (reader, places) = try JSONReader.places(of: ["id", "jsonrpc", "method", "params"], in: line)
            let version = try places[1].map { (place) throws(ControlError) in try reader.value(at: place, levels: 0) }
            isStrict = version?.string?.utf8.elementsEqual("2.0".utf8) ?? false
            if let place = places[0] {
                try Request.checkID(line[place])
                id = RequestID(json: Array(line[place]))
            }
            guard version == nil || isStrict else {
                throw ControlError(.invalidRequest, "jsonrpc must be \"2.0\" where it is given", allowed: ["2.0"])
            }
            let named = try places[2].map { (place) throws(ControlError) in try reader.value(at: place, levels: 0) }
            guard let method = named?.string else {
                throw ControlError(.invalidRequest, "a request needs method, a text such as \"status\"")
            }
            let call = Result { () throws(ControlError) in
                let command = try CommandTable.command(method)
                guard let place = places[3], line[place] != ArraySlice("null".utf8) else {
                    return try command.call([:])
                }
                guard line[place].first == UInt8(ascii: "{") else {
                    throw ControlError(
                        .wrongType, "params must be an object with named parameters", param: "params")
                }
                return try command.call(
                    reader.members(at: place) { key in
                        command.parameters.first { key.elementsEqual($0.name.utf8) }.map { ($0.name, $0.levels) }
                    })
            }
            self.init(id: id, isStrict: isStrict, wantsReply: !isStrict || places[0] != nil, call: call)
        } catch {
            // A malformed request is always answered, even one that may have been meant as a notification.
            self.init(id: id, isStrict: isStrict, wantsReply: true, call: .failure(error))
        }
    }

    /// Throws for an id of another type than it may have, by the byte that it begins with.
    private static func checkID(_ json: ArraySlice<UInt8>) throws(ControlError) {
        let kind: JSONValue
        switch json.first {
        case UInt8(ascii: "["): kind = []
        case UInt8(ascii: "{"): kind = [:]
        case UInt8(ascii: "t"), UInt8(ascii: "f"): kind = true
        default: return
        }
        throw ControlError(.invalidRequest, "id must be a text, a number or null, not \(kind.kind)")
    }
}

extension Request {
    /// The longest line that a daemon takes, in bytes, its end not counted.
    package static let longestLine = 64 << 10

    /// Throws `invalid` or `line_too_long` for a request that no daemon can read: a number in it is not finite, or it is too long.
    static func check(_ method: String, _ params: [String: JSONValue]) throws(ControlError) {
        guard let line = JSONLine.bytes(of: JSONValue.object(params)) else {
            throw ControlError(.invalid, "\(method): a number in it is not finite")
        }
        // An identifier and the names beside it are shorter.
        guard line.count + method.utf8.count + 64 <= longestLine else {
            throw ControlError(.lineTooLong, "a request may have \(longestLine) bytes; this one is longer")
        }
    }

    /// Throws `invalid_request` for words that are too many, or no line of their own: the daemon answers a blank line by nothing,
    /// two lines twice, and JSON by its own id.
    static func check(words: String) throws(ControlError) {
        guard !words.utf8.contains(UInt8(ascii: "\n")),
            let first = words.utf8.first(where: { !" \t\r".utf8.contains($0) }), !"{[".utf8.contains(first)
        else { throw ControlError(.invalidRequest, "words are one line, and no JSON") }
        guard words.utf8.count <= longestWords else { throw tooManyWords }
    }

    private static let tooManyWords = ControlError(
        .invalidRequest, "a line in plain words may have \(longestWords) bytes: send it in JSON")

    /// A request as one line, for a client to send.
    public static func line(_ method: String, params: [String: JSONValue] = [:], id: JSONValue) -> [UInt8] {
        var envelope: [String: JSONValue] = ["id": id, "method": .string(method)]
        if !params.isEmpty { envelope["params"] = .object(params) }
        return JSONLine.encode(envelope)
    }
}
