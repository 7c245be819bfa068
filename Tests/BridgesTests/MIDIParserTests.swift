// SPDX-License-Identifier: Apache-2.0

import Bridges
import SeededRandom
import Testing

@Suite struct MIDIParserTests {
    private func messages(_ bytes: [UInt8]) -> [MIDIInput] {
        var parser = MIDIParser()
        return bytes.compactMap { parser.take($0) }
    }

    @Test func `a status holds for all data that follow it`() {
        #expect(
            messages([0x90, 60, 100, 60, 0, 62, 90, 0xC3, 5, 6])
                == [
                    .note(channel: 1, number: 60, velocity: 100), .note(channel: 1, number: 62, velocity: 90),
                    .program(channel: 4, number: 5), .program(channel: 4, number: 6),
                ])
    }

    @Test func `real-time bytes may stand within other messages, and do not end them`() {
        #expect(
            messages([0xB9, 0xF8, 64, 0xFA, 127, 0xF0, 1, 0xF8, 2, 0xF7])
                == [
                    .sync(.clock), .sync(.start), .controller(channel: 10, number: 64, value: 127), .sync(.clock),
                    .exclusive([1, 2]),
                ])
    }

    @Test func `exclusive messages are skipped, however long and however they end`() {
        let long = [0xF0] + [UInt8](repeating: 60, count: 100_000)
        #expect(messages(long + [0xF7, 0xF8]) == [.sync(.clock)])
        #expect(messages(long + [0x90, 60, 1]) == [.note(channel: 1, number: 60, velocity: 1)])
        // What follows a message of the system belongs to no channel any more.
        #expect(messages([0x90, 0xF0, 1, 0xF7, 60, 1]) == [.exclusive([1])])
        #expect(messages([0xF2, 0x48, 1, 2, 3]) == [.sync(.position(200))])
    }

    @Test func `what this program sends it understands`() {
        for message: MIDIMessage in [.clock, .start, .resume, .stop, .position(0), .position(16_383)] {
            #expect(messages(message.bytes) == [.sync(message)])
        }
    }

    @Test func `whatever bytes come, numbers are in their ranges`() {
        var random = SeededGenerator(seed: 4)
        var parser = MIDIParser()
        for _ in 0..<100_000 {
            switch parser.take(UInt8.random(in: 0...255, using: &random)) {
            case .note(let channel, let number, let velocity):
                #expect((1...16).contains(channel) && (0...127).contains(number) && (1...127).contains(velocity))
            case .controller(let channel, let number, let value):
                #expect((1...16).contains(channel) && (0...127).contains(number) && (0...127).contains(value))
            case .exclusive(let content): #expect(content.count <= MIDIParser.mostExclusive)
            default: break
            }
        }
    }
}
