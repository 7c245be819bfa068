// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MetronomeControl

/// One connection of a client that behaves in one way of many, well or badly, from its begin to its end. Never waits.
struct Exchange {
    /// How it behaves.
    enum Kind: CaseIterable {
        /// Random bytes, then the end of its side.
        case garbage
        /// A line far beyond the limit.
        case huge
        /// A request in single bytes, with pauses.
        case slow
        /// A line that never ends.
        case unended
        /// Many requests, then the end of its side: all are answered.
        case halfClosed
        /// Many requests at once: all are answered.
        case pipelined
        /// Subscribes, asks for more than fits, and reads nothing.
        case deaf
        /// Asks, and is gone before the answers are.
        case rude
        /// Listens for a while.
        case listening
    }

    let kind: Kind
    let wire: Wire
    private var unsent: ArraySlice<UInt8>
    /// Answers that it must get.
    private var expected: Int?
    private var endsSending = false
    /// When it is over at the latest, and when the next byte of a slow one is sent.
    private let endNs: Int64
    private var nextNs: Int64 = 0

    /// How it has ended.
    enum End: Equatable {
        case well
        /// So many answers did not come.
        case lost(Int)
    }

    init(_ kind: Kind, to path: String, _ dice: inout Dice) throws {
        self.kind = kind
        wire = try Wire(to: path)
        let count = Int(dice.number(in: 1...300))
        var bytes: [UInt8]
        var seconds = 20.0
        switch kind {
        case .garbage:
            bytes = (0..<16 * count).map { _ in UInt8(truncatingIfNeeded: dice.number(in: 0...255)) }
            for place in stride(from: 0, to: bytes.count, by: 97) { bytes[place] = 10 }
            if count % 3 == 0 { bytes[0] = UInt8(ascii: "{") }
            endsSending = true
        case .huge: bytes = [UInt8](repeating: UInt8(ascii: count % 2 == 0 ? "[" : "x"), count: 1000 * count + 70_000)
        case .slow:
            bytes = Array("ping\n".utf8)
            expected = 1
        case .unended:
            bytes = Array("tempo 1".utf8)
            expected = 1
        case .halfClosed:
            bytes = Array(String(repeating: "ping\nvolume 0.7\n", count: count).utf8) + Array("version".utf8)
            (expected, endsSending) = (2 * count + 1, true)
        case .pipelined:
            bytes = (0..<count).flatMap {
                Array(#"{"id":\#($0),"method":"\#($0 % 7 == 0 ? "status" : "ping")"}"#.utf8) + [10]
            }
            expected = count
        case .deaf:
            bytes = Array(("subscribe beat state audio timeline\n" + String(repeating: "describe\n", count: 20)).utf8)
            seconds = 3
        case .rude:
            bytes = Array(String(repeating: "status\n", count: count).utf8)
            seconds = 0
        case .listening:
            bytes = Array("subscribe\n".utf8)
            seconds = Double(count) / 100
        }
        unsent = bytes[...]
        endNs = Clock.nowNs + Int64(seconds * 1e9)
    }

    /// What poll(2) should wait for.
    var events: Int16 {
        Int16((kind == .deaf ? 0 : POLLIN) | (unsent.isEmpty || kind == .slow ? 0 : POLLOUT))
    }

    /// Goes on. Returns how it has ended, if it has.
    mutating func advance(atNs now: Int64) -> End? {
        if kind == .slow {
            if now >= nextNs, !unsent.isEmpty {
                unsent = unsent.dropFirst(wire.send(unsent.prefix(1)))
                nextNs = now + 100_000_000
            }
        } else if !unsent.isEmpty {
            unsent = unsent.dropFirst(wire.send(unsent))
        }
        if unsent.isEmpty, endsSending {
            wire.endSending()
            endsSending = false
        }
        if kind != .deaf { while !wire.receive().isEmpty {} }
        if let expected, wire.lines >= expected { return .well }
        guard wire.isClosed || now >= endNs else { return nil }
        guard let expected else {
            // The daemon closes what is too much; others end by themselves.
            return kind == .huge && !wire.isClosed ? .lost(1) : .well
        }
        return .lost(expected - wire.lines)
    }
}
