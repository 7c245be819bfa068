// SPDX-License-Identifier: Apache-2.0

internal import MetronomeLinux

/// Reads messages from a port. One that is lost is opened again.
struct MIDIReceiver: ~Copyable {
    let name: String
    /// The path behind it.
    let path: String
    /// For poll(2); -1 where nothing comes.
    private(set) var descriptor: CInt = -1
    private var port: MIDIPort?
    /// In place of a port of bytes: messages come with their time.
    private let jack: JACKPort?
    private var parser = MIDIParser()
    private var isAtEnd = false
    /// When the port is opened again; nil while it is there.
    private(set) var retryNs: Int64?
    /// What is wrong with the port; nil while it is there.
    private(set) var trouble: String?

    private static let openEveryNs: Int64 = 1_000_000_000

    init(from name: String) throws(MIDIPort.Refusal) {
        self.name = name
        let port = try MIDIPort(name, .into)
        (path, descriptor) = (port.path, port.descriptor)
        self.port = consume port
        jack = nil
    }

    init(from jack: JACKPort) {
        (name, path, self.jack, trouble) = ("JACK", jack.path, jack, jack.trouble(sending: false))
    }

    /// The messages that have come, and when.
    mutating func turn() -> [(message: MIDIInput, atNs: Int64)] {
        let now = MonotonicClock.nowNs
        if let jack { return received(jack, atNs: now) }
        if let retryNs, retryNs <= now { open(atNs: now) }
        guard !isAtEnd, let input = port?.read() else { return [] }
        switch input {
        case .bytes(let bytes): return bytes.compactMap { parser.take($0) }.map { ($0, now) }
        case .end: (isAtEnd, descriptor) = (true, -1)
        case .failed(let reason):
            trouble = "\(name) is lost: \(reason); waiting for it"
            port = nil
            descriptor = -1
            retryNs = now + Self.openEveryNs
        }
        return []
    }

    private mutating func received(_ jack: JACKPort, atNs now: Int64) -> [(message: MIDIInput, atNs: Int64)] {
        jack.turn(atNs: now)
        (descriptor, retryNs, trouble) = (jack.descriptor, jack.retryNs, jack.trouble(sending: false))
        return jack.received().flatMap { bytes, due in
            bytes.compactMap { parser.take($0) }.map { ($0, due) }
        }
    }

    private mutating func open(atNs now: Int64) {
        do throws(MIDIPort.Refusal) {
            let port = try MIDIPort(name, .into)
            descriptor = port.descriptor
            self.port = consume port
        } catch {
            retryNs = now + Self.openEveryNs
            return
        }
        (retryNs, trouble, parser) = (nil, nil, MIDIParser())
    }
}
