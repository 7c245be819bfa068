// SPDX-License-Identifier: Apache-2.0

/// Encodes answers to requests as lines.
public enum Reply {
    /// The answer to a request that was done.
    public static func line(to request: Request, result: some Encodable) -> [UInt8] {
        let envelope = ResultEnvelope(jsonrpc: request.isStrict ? "2.0" : nil, id: request.id, result: result)
        return JSONLine.bytes(of: envelope) ?? line(to: request, error: .unencodable)
    }

    /// The answer to a request that was refused.
    public static func line(to request: Request, error: ControlError) -> [UInt8] {
        JSONLine.encode(ErrorEnvelope(jsonrpc: request.isStrict ? "2.0" : nil, id: request.id, error: error))
    }

    /// An error that answers no request, such as `too_many_clients`.
    public static func line(error: ControlError) -> [UInt8] {
        JSONLine.encode(ErrorEnvelope(id: .null, error: error))
    }
}

private struct ResultEnvelope<Value: Encodable>: Encodable {
    let jsonrpc: String?
    let id: JSONValue
    let result: Value
}

struct ErrorEnvelope: Encodable {
    var jsonrpc: String?
    let id: JSONValue
    let error: ControlError
}
