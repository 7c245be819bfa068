// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeLinux
import Testing

@Suite struct InternetAddressTests {
    @Test func `an address is four numbers of a byte`() {
        #expect(InternetAddress("192.168.1.20", port: 9)?.description == "192.168.1.20:9")
        #expect(InternetAddress("127.8.0.1")?.isLoopback == true)
        #expect(InternetAddress("128.0.0.1")?.isLoopback == false)
        for text in [
            "", "1.2.3", "1.2.3.4.5", "1.2.3.256", "1.2.3.-4", "1.2.3.+4", "1..3.4", "localhost", "::1", " 1.2.3.4",
        ] {
            #expect(InternetAddress(text) == nil, "\(text)")
        }
    }

    @Test func `a datagram arrives with its sender, and one to nobody is reported`() throws {
        let loopback = InternetAddress(host: 0x7F00_0001, port: 0)
        var (address, gone) = (loopback, loopback)
        var receiver = try UDPSocket(at: loopback)
        address = receiver.address
        do {
            let closed = try UDPSocket(at: loopback)
            gone = closed.address
        }
        var sender = try UDPSocket(at: loopback)
        let isSent = sender.send([1, 2, 3], to: address)
        #expect(isSent)
        PreciseWait.forInput(of: receiver.descriptor, untilNs: MonotonicClock.nowNs + 60_000_000_000)
        guard case .datagram(let bytes, let origin) = receiver.next() else { throw Errno(0) }
        let expected = sender.address
        #expect(bytes == [1, 2, 3] && origin == expected)
        let more = receiver.next()
        #expect(more == nil)
        _ = sender.send([], to: gone)
        PreciseWait.forInput(of: sender.descriptor, untilNs: MonotonicClock.nowNs + 60_000_000_000)
        let report = sender.next()
        #expect(report == .unreachable(gone))
    }

    @Test func `a datagram that is too long for a link on its way is cut up there, and not reported`() throws {
        let socket = try UDPSocket(at: InternetAddress(host: 0x7F00_0001, port: 0))
        var (policy, length) = (CInt(-1), socklen_t(MemoryLayout<CInt>.size))
        getsockopt(socket.descriptor, CInt(IPPROTO_IP), IP_MTU_DISCOVER, &policy, &length)
        #expect(policy == IP_PMTUDISC_DONT)
    }
}
