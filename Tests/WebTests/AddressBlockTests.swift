// SPDX-License-Identifier: Apache-2.0

import SeededRandom
import Testing

@testable import Web

@Suite struct AddressBlockTests {
    @Test(arguments: [
        ("192.168.1.20", "::ffff:192.168.1.20"), ("127.0.0.1", "::1"), ("127.0.0.1", "127.8.9.10"),
        ("127.0.0.1", "::ffff:127.0.0.2"), ("2001:db8:0:7::1", "2001:db8:0:7:ffff:1:2:3"), ("evil", ""),
        ("fe80::1", "fe80::1%eth0"),
    ])
    func `what one machine may call itself is one visitor`(_ one: String, _ other: String) {
        #expect(AddressBlock(one) == AddressBlock(other))
    }

    @Test(arguments: [
        ("192.168.1.20", "192.168.1.21"), ("2001:db8:0:7::1", "2001:db8:0:8::1"), ("fe80::1", "fe80::2"),
        ("192.168.1.20", "evil"), ("::1", "::2"), ("::", "127.0.0.1"), ("febf::1", "febf::2"),
    ])
    func `what may be two machines are two visitors`(_ one: String, _ other: String) {
        #expect(AddressBlock(one) != AddressBlock(other))
    }

    @Test(arguments: [
        ("192.168.1.20", "192.168.1.20"), ("::ffff:10.0.0.1", "10.0.0.1"), ("::1", "127.0.0.1"),
        ("2001:db8:0:7::1", "2001:db8:0:7::/64"), ("fe80::a:b", "fe80:0:0:0:0:0:a:b"), ("x", "an unknown address"),
    ])
    func `a visitor is told as people write addresses`(_ address: String, _ text: String) {
        #expect("\(AddressBlock(address))" == text)
    }

    @Test func `only this machine is loopback`() {
        for address in ["127.0.0.1", "127.255.255.254", "::1", "::ffff:127.0.0.1"] {
            #expect(AddressBlock(address).isLoopback)
        }
        for address in ["128.0.0.1", "10.0.0.127", "::2", "", "::", "fe80::1", "2001:db8::7f00:1"] {
            #expect(!AddressBlock(address).isLoopback)
        }
    }

    @Test func `any text is an address or none, and no text ends the program`() {
        var random = SeededGenerator(seed: 5)
        let letters = Array("0123456789abcdef:::...%x\u{0}é")
        for _ in 0..<5000 {
            let text = (0..<Int.random(in: 0...60, using: &random)).compactMap { _ in
                letters.randomElement(using: &random)
            }
            #expect(!"\(AddressBlock(String(text)))".isEmpty)
        }
    }
}
