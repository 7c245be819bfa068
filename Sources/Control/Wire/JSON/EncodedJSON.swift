// SPDX-License-Identifier: Apache-2.0

/// A part of a value that was encoded before, so that what is large is encoded once and sent many times: its bytes are put where
/// it stands.
public struct EncodedJSON: Sendable, Hashable, Encodable {
    /// The bytes, shared by all copies.
    let bytes: [UInt8]

    /// Encodes a value; nil where JSON cannot represent it.
    public init?(_ value: some Encodable) {
        guard let bytes = JSONLine.bytes(of: value) else { return nil }
        self.bytes = bytes
    }

    /// How many bytes it has.
    public var count: Int { bytes.count }

    /// Puts in the bytes; throws where another encoder than that of ``JSONLine`` has no place for them.
    public func encode(to encoder: any Encoder) throws {
        guard let writer = encoder as? JSONWriter else {
            throw EncodingError.invalidValue(
                self, .init(codingPath: encoder.codingPath, debugDescription: "no place for it"))
        }
        writer.write(json: bytes)
    }
}
