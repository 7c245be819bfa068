// SPDX-License-Identifier: Apache-2.0

/// Who asks on a connection.
struct Visitor: Sendable {
    /// Where it comes from.
    let block: AddressBlock
    /// The token that was right on this connection; nil before one was.
    var token: [UInt8]?
}
