// SPDX-License-Identifier: Apache-2.0

/// Encodes events as lines.
public enum EventLine {
    /// An event of that name (`event.beat`) with these parameters; strict where the subscription was.
    public static func encode(method: String, params: some Encodable, strict: Bool = false) -> [UInt8] {
        JSONLine.encode(EventEnvelope(jsonrpc: strict ? "2.0" : nil, method: method, params: params))
    }
}

private struct EventEnvelope<Params: Encodable>: Encodable {
    let jsonrpc: String?
    let method: String
    let params: Params
}
