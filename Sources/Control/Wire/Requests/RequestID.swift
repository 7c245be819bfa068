// SPDX-License-Identifier: Apache-2.0

/// The id of a request: a text or a number, in JSON as the client wrote it, which the answer repeats byte by byte.
public struct RequestID: Sendable, Hashable {
    /// The JSON text.
    let json: [UInt8]

    /// The id of a request that has none: `null`.
    public static let none = RequestID(json: Array("null".utf8))

    init(json: [UInt8]) { self.json = json }

    /// A number, as this program writes it.
    public init(_ number: Int64) { json = Array("\(number)".utf8) }
}
