// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What counts as one visitor where visitors are limited: an address of IPv4, or a /64 of IPv6, within which a machine takes
/// as many addresses as it likes.
///
/// An address of IPv6 that holds one of IPv4 is that one, all of 127.0.0.0/8 is one, and a link-local address counts alone,
/// for a whole network shares their /64. No header of a request changes it: anybody can write `X-Forwarded-For`.
struct AddressBlock: Sendable, Hashable, CustomStringConvertible {
    /// The first and the last 64 bits, in the form of IPv6.
    private let high, low: UInt64

    /// The block of an address in figures; what is none is one block of its own.
    init(_ address: String) {
        let figures = String(address.prefix { $0 != "%" })
        var bytes = [UInt8](repeating: 0, count: 16)
        if unsafe inet_pton(AF_INET6, figures, &bytes) != 1 {
            var four = [UInt8](repeating: 0, count: 4)
            guard unsafe inet_pton(AF_INET, figures, &four) == 1 else {
                (high, low) = (0, 0)
                return
            }
            bytes = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + four
        }
        let halves = [bytes[..<8], bytes[8...]].map { $0.reduce(0 as UInt64) { $0 << 8 | UInt64($1) } }
        switch (halves[0], halves[1]) {
        case (0, let last) where Self.isMapped(last):
            (high, low) = (0, last & 0xFF00_0000 == 0x7F00_0000 ? Self.loopback : last)
        case (0, 1): (high, low) = (0, Self.loopback)
        case (let first, let last) where first & Self.linkLocalMask == Self.linkLocal: (high, low) = (first, last)
        case (let first, _): (high, low) = (first, 0)
        }
    }

    /// Whether it is this machine. A proxy here asks for all whom it serves.
    var isLoopback: Bool { high == 0 && low == Self.loopback }

    /// `192.168.1.20`, or `2001:db8:0:7::/64`.
    var description: String {
        if high == 0, Self.isMapped(low) {
            return [low >> 24, low >> 16, low >> 8, low].map { "\($0 & 0xFF)" }.joined(separator: ".")
        }
        guard high != 0 || low != 0 else { return "an unknown address" }
        let groups = [high >> 48, high >> 32, high >> 16, high, low >> 48, low >> 32, low >> 16, low]
        let text = groups.prefix(low == 0 ? 4 : 8).map { String($0 & 0xFFFF, radix: 16) }.joined(separator: ":")
        return low == 0 ? text + "::/64" : text
    }

    private static func isMapped(_ low: UInt64) -> Bool { low >> 32 == 0xFFFF }
    /// 127.0.0.1 as IPv6 holds it.
    private static let loopback: UInt64 = 0xFFFF_7F00_0001
    /// fe80::/10.
    private static let linkLocal: UInt64 = 0xFE80_0000_0000_0000
    private static let linkLocalMask: UInt64 = 0xFFC0_0000_0000_0000
}
