// SPDX-License-Identifier: Apache-2.0

internal import Glibc

extension InternetAddress {
    /// The address of this machine with which the way to other networks begins; nil where there is none. Nothing is sent.
    package static var outward: InternetAddress? {
        let descriptor = socket(AF_INET, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        // 192.0.2.1 is an address of documents.
        var address = InternetAddress(host: 0xC000_0201, port: 9).socketAddress
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isKnown = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        return isKnown ? InternetAddress(address) : nil
    }
}
