// SPDX-License-Identifier: Apache-2.0

internal import Linux

/// Reads messages from a port. One that is lost is opened again.
struct MIDIReceiver: ~Copyable {
    let name: String
    /// The path behind it.
    let path: String
    /// For poll(2); -1 where nothing comes.
    private(set) var descriptor: CInt = -1
    private var port: MIDIPort?
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
    }

    /// The messages that have come, and when.
    mutating func turn() -> (messages: [MIDIInput], atNs: Int64) {
        let now = MonotonicClock.nowNs
        if let retryNs, retryNs <= now { open(atNs: now) }
        guard !isAtEnd, let input = port?.read() else { return ([], now) }
        switch input {
        case .bytes(let bytes): return (bytes.compactMap { parser.take($0) }, now)
        case .end: (isAtEnd, descriptor) = (true, -1)
        case .failed(let reason):
            trouble = "\(name) is lost: \(reason); waiting for it"
            port = nil
            descriptor = -1
            retryNs = now + Self.openEveryNs
        }
        return ([], now)
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
