// SPDX-License-Identifier: Apache-2.0

public import MetronomeRhythm
public import MetronomeSession

/// Why a request was refused: what is wrong, and what is allowed. A refused request has changed nothing.
public struct ControlError: Error, Sendable, Hashable {
    /// The JSON-RPC error code.
    public var code: Int
    /// One sentence for people.
    public var message: String
    /// A stable word for scripts: one of ``ErrorReason``, or another from a newer daemon.
    public var reason: String
    /// The parameter at fault.
    public var param: String?
    /// The least allowed number.
    public var min: Double?
    /// The greatest allowed number.
    public var max: Double?
    /// What is allowed instead.
    public var allowed: [String]?

    /// An error with one of the known reasons.
    public init(
        _ reason: ErrorReason, _ message: String, param: String? = nil, min: Double? = nil, max: Double? = nil,
        allowed: [String]? = nil
    ) {
        self.code = reason.code
        self.message = message
        self.reason = reason.rawValue
        self.param = param
        self.min = min
        self.max = max
        self.allowed = allowed
    }

    /// The error for a parameter whose value `Rhythm` refused.
    public init(_ error: RhythmError, param: String) {
        let reason = ErrorReason(rawValue: error.reason.rawValue) ?? .invalid
        self.init(reason, error.message, param: param, min: error.minimum, max: error.maximum)
    }

    /// The error that a value refused by `Session` becomes when it came as a parameter.
    public init(_ error: SettingError, param: String?) {
        let reason = ErrorReason(rawValue: error.reason.rawValue) ?? .invalid
        self.init(reason, error.message, param: param, min: error.minimum, max: error.maximum)
    }

    static let unencodable = ControlError(.internal, "the answer holds a number that is not finite")
}

extension ControlError: CustomStringConvertible {
    /// The text for people.
    public var description: String { message }
}

extension ControlError: Codable {
    private enum CodingKeys: String, CodingKey {
        case code, message, data
    }

    private enum DataKeys: String, CodingKey {
        case reason, param, min, max, allowed
    }

    /// Reads the form on the wire.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        code = try container.decode(Int.self, forKey: .code)
        message = try container.decode(String.self, forKey: .message)
        let data = try container.nestedContainer(keyedBy: DataKeys.self, forKey: .data)
        reason = try data.decode(String.self, forKey: .reason)
        param = try data.decodeIfPresent(String.self, forKey: .param)
        min = try data.decodeIfPresent(Double.self, forKey: .min)
        max = try data.decodeIfPresent(Double.self, forKey: .max)
        allowed = try data.decodeIfPresent([String].self, forKey: .allowed)
    }

    /// Writes the form on the wire.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(code, forKey: .code)
        try container.encode(message, forKey: .message)
        var data = container.nestedContainer(keyedBy: DataKeys.self, forKey: .data)
        try data.encode(reason, forKey: .reason)
        try data.encodeIfPresent(param, forKey: .param)
        try data.encodeIfPresent(min, forKey: .min)
        try data.encodeIfPresent(max, forKey: .max)
        try data.encodeIfPresent(allowed, forKey: .allowed)
    }
}
