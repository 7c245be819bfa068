// SPDX-License-Identifier: Apache-2.0

/// A value that is coded as its text.
protocol TextCoded: LosslessStringConvertible, Codable {
    /// What to say of a text that it cannot be read from.
    static func refusal(of text: String) -> String
}

extension TextCoded {
    /// Reads the text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = Self(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: Self.refusal(of: text))
        }
        self = value
    }

    /// Writes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
