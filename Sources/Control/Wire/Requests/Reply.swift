// SPDX-License-Identifier: Apache-2.0

/// Encodes answers to requests as lines.
public enum Reply {
    /// The answer to a request that was done.
    public static func line(to request: Request, result: some Encodable) -> [UInt8] {
        guard let result = JSONLine.bytes(of: result) else { return line(to: request, error: .unencodable) }
        // The rest of the line is the request's own id, which is shorter than the line that it came in.
        guard result.count < ControlClient.maximumLineLength - (128 << 10) else {
            return line(
                to: request,
                error: ControlError(.internal, "the answer would have \(result.count) bytes, more than clients read"))
        }
        var line = Array("{".utf8)
        write(request.id, isStrict: request.isStrict, to: &line)
        line += ",\"result\":".utf8
        line += result
        line += "}\n".utf8
        return line
    }

    /// The answer to a request that was refused.
    public static func line(to request: Request, error: ControlError) -> [UInt8] {
        line(error, to: request.id, isStrict: request.isStrict)
    }

    /// An error that answers no request, such as `too_many_clients`.
    public static func line(error: ControlError) -> [UInt8] { line(error, to: .none, isStrict: false) }

    private static func line(_ error: ControlError, to id: RequestID, isStrict: Bool) -> [UInt8] {
        var line = Array("{\"error\":".utf8)
        line += JSONLine.bytes(of: error) ?? Array("null".utf8)
        line += ",".utf8
        write(id, isStrict: isStrict, to: &line)
        line += "}\n".utf8
        return line
    }

    /// The members that the answers to a request have in common. An encoder would not leave the id as it was written.
    private static func write(_ id: RequestID, isStrict: Bool, to line: inout [UInt8]) {
        line += "\"id\":".utf8
        line += id.json
        if isStrict { line += ",\"jsonrpc\":\"2.0\"".utf8 }
    }
}
