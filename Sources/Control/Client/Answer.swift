// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials

/// A line from the daemon, as a client reads it that waits for the answer to one request.
enum Answer<Value: Decodable> {
    /// The request was done.
    case result(Value)
    /// The request was refused, or the daemon refuses the whole connection.
    case refusal(ControlError)
    /// The line is an event.
    case event
    /// The line answers another request.
    case other

    /// Reads a line while the request of that id is waited for; `null` is the id of a request in plain words.
    ///
    /// - Throws: `protocolMismatch` for a line that no daemon of this protocol sends.
    init(line: some Collection<UInt8>, to id: JSONValue) throws(ClientError) {
        do {
            self = try JSONLine.decode(Self.self, from: line, configuration: id)
        } catch {
            throw .protocolMismatch(
                "the daemon's answer is not understood (\(error.message)): update daemon and client to the same version"
            )
        }
    }
}

extension Answer: DecodableWithConfiguration {
    private enum CodingKeys: String, CodingKey {
        case id, method, result, error
    }

    /// Reads the one member that matters. The configuration is the id that is waited for.
    init(from decoder: any Decoder, configuration awaited: JSONValue) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        guard !members.contains(.method) else {
            self = .event
            return
        }
        let id = try members.decodeIfPresent(JSONValue.self, forKey: .id) ?? .null
        if members.contains(.error), id == awaited || id == .null {
            self = .refusal(try members.decode(ControlError.self, forKey: .error))
        } else if members.contains(.result), id == awaited {
            self = .result(try members.decode(Value.self, forKey: .result))
        } else {
            self = .other
        }
    }
}
