// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import MetronomeLinux

@Suite struct TCPListenersTests {
    private static let table = """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:1FB8 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1605 1 0 100 0 0 10 0
           1: 0100007F:1FB8 0100007F:9DFF 01 00000000:00000000 00:00000000 00000000  1001        0 1606 1 0 100 0 0 10 0
           2: 00000000:1FB9 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1607 1 0 100 0 0 10 0
           3: 0200007F:1FB9 00000000:0000 0A 00000000:00000000 00:00000000 00000000     7        0 1608 1 0 100 0 0 10 0
           4: 0100007F
        """

    @Test func `a port belongs to those who listen on it, whoever is connected`() {
        let table = Array(Self.table.utf8)
        #expect(TCPListeners.users(ofPort: 8120, in: table) == [1000])
        #expect(TCPListeners.users(ofPort: 8121, in: table) == [1000, 7])
        #expect(TCPListeners.users(ofPort: 8122, in: table) == [] && TCPListeners.users(ofPort: 8120, in: []) == [])
    }

    @Test func `a port on which this program listens is its user's, and a free one is nobody's`() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port = try withUnsafeMutablePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                try #require(bind(descriptor, generic, length) == 0 && listen(descriptor, 1) == 0)
                try #require(getsockname(descriptor, generic, &length) == 0)
            }
            return Int(UInt16(bigEndian: pointer.pointee.sin_port))
        }
        #expect(try TCPListeners.areOwn(onPort: port) && !TCPListeners.areOwn(onPort: 1))
    }
}
