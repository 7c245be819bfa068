// SPDX-License-Identifier: Apache-2.0

import Bridges
import SeededRandom
import Testing

@Suite struct OSCPacketTests {
    private func bundle(_ elements: [[UInt8]]) -> [UInt8] {
        elements.reduce(Array("#bundle\0".utf8) + [0, 0, 0, 0, 0, 0, 0, 1]) { packet, element in
            packet + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: element.count >> $0) } + element
        }
    }

    private static let all = OSCMessage(
        "/a/b", .int(-7), .long(1 << 40), .float(120.1), .double(0.25), .string("héé"), .string(""), .bool(true),
        .bool(false))

    @Test func `a message is read as it was written`() {
        for message in [Self.all, OSCMessage("/a"), OSCMessage("/abc"), OSCMessage("/abcd", .string("abc"))] {
            #expect(OSCPacket.messages(in: message.bytes) == [message])
        }
    }

    @Test func `the bytes are those of the specification's examples`() {
        let expected: [UInt8] =
            Array("/oscillator/4/frequency\0,f\0\0".utf8) + [0x43, 0xDC, 0, 0]
        #expect(OSCMessage("/oscillator/4/frequency", .float(440)).bytes == expected)
        let foo: [UInt8] =
            Array("/foo\0\0\0\0,iisff\0\0".utf8) + [0, 0, 3, 0xE8, 0xFF, 0xFF, 0xFF, 0xFF] + Array("hello\0\0\0".utf8)
            + [0x3F, 0x9D, 0xF3, 0xB6, 0x40, 0xB5, 0xB2, 0x2D]
        let message = OSCMessage("/foo", .int(1000), .int(-1), .string("hello"), .float(1.234), .float(5.678))
        #expect(message.bytes == foo)
    }

    @Test func `a message without type tags has no arguments`() {
        #expect(OSCPacket.messages(in: Array("/abc\0\0\0\0".utf8)) == [OSCMessage("/abc")])
    }

    @Test func `other arguments are stepped over`() {
        let packet: [UInt8] =
            Array("/a\0\0,bNtcis\0".utf8) + [0, 0, 0, 3, 1, 2, 3, 0] + [UInt8](repeating: 9, count: 8) + [0, 0, 0, 65]
            + [0, 0, 0, 5] + Array("x\0\0\0".utf8)
        let message = OSCPacket.messages(in: packet)?.first
        #expect(message?.tags == "bNtcis")
        #expect(message?.arguments.suffix(2) == [.int(5), .string("x")])
    }

    @Test func `bundles are opened in order, within each other too`() {
        let (one, two, three) = (OSCMessage("/1"), OSCMessage("/2", .int(2)), OSCMessage("/3"))
        let packet = bundle([one.bytes, bundle([two.bytes]), bundle([]), three.bytes])
        #expect(OSCPacket.messages(in: packet) == [one, two, three])
    }

    @Test func `a nest of bundles and a flood of messages in one packet are refused`() {
        let nested = (0..<2000).reduce(OSCMessage("/a").bytes) { packet, _ in bundle([packet]) }
        #expect(OSCPacket.messages(in: nested) == nil)
        let flood = bundle([[UInt8]](repeating: OSCMessage("/a").bytes, count: 257))
        #expect(OSCPacket.messages(in: flood) == nil)
    }

    @Test func `a packet that is cut is refused`() {
        let packet = bundle([Self.all.bytes, Self.all.bytes])
        let whole = bundle([]).count
        let ends = [whole, whole + 4 + Self.all.bytes.count, packet.count]
        for count in 0..<packet.count where !ends.contains(count) {
            #expect(OSCPacket.messages(in: Array(packet.prefix(count))) == nil, "\(count)")
        }
    }

    @Test func `bytes at random and mistakes at random are read without harm`() {
        var random = SeededGenerator(seed: 1)
        let packet = bundle([Self.all.bytes, bundle([Self.all.bytes, OSCMessage("/x", .string("y")).bytes])])
        for _ in 0..<20_000 {
            var bytes = packet
            for _ in 0...Int.random(in: 0..<4, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            for message in OSCPacket.messages(in: bytes) ?? [] {
                // What was read can be written and read again.
                #expect((OSCPacket.messages(in: message.bytes) ?? []).count == 1)
            }
            let noise = (0..<Int.random(in: 0..<64, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            _ = OSCPacket.messages(in: noise)
            _ = OSCPacket.messages(in: Array("/a\0\0,".utf8) + noise)
            _ = OSCPacket.messages(in: Array("#bundle\0".utf8) + noise)
        }
    }
}
