// SPDX-License-Identifier: Apache-2.0

internal import CMetronomeLinux
internal import Glibc

/// A client of a JACK server, or of PipeWire in its place: MIDI at exact frames, the transport, and the timebase.
///
/// Nothing but its end waits: the program waits until ``descriptor`` is readable. Not to be shared between threads.
@safe package struct JACKClient: ~Copyable {
    /// Why there is no client.
    package enum Refusal: Error, Hashable, CustomStringConvertible {
        /// libjack is not installed.
        case noLibrary
        /// No server runs, or none of that name.
        case noServer(name: String?)
        /// The server refuses.
        case refused

        package var description: String {
            switch self {
            case .noLibrary: "there is no JACK to speak with: install libjack-jackd2-0 or pipewire-jack"
            case .noServer(let name?): "no JACK server called \(name) runs: start it with jackd -n \(name)"
            case .noServer(nil): "no JACK server runs: start it with jackd, QjackCtl or PipeWire"
            case .refused: "the JACK server refuses: it may have as many clients as it takes"
            }
        }
    }

    /// A message of MIDI, at a frame of the server.
    package struct Message: Sendable, Hashable {
        package var frame: Int64
        /// 1 to 23 of them.
        package var bytes: [UInt8]
    }

    private let client: OpaquePointer
    /// What it is called there: where another client has the name that was asked for, the server chooses one like it.
    package let name: String

    /// Opens a client.
    ///
    /// - Parameters:
    ///   - name: what it is called there.
    ///   - server: the name of the server; nil for the default one.
    ///   - output: what the port is called that sends MIDI; nil for none.
    ///   - input: what the port is called that receives MIDI; nil for none.
    package init(
        _ name: String, server: String? = nil, output: String? = nil, input: String? = nil
    ) throws(Refusal) {
        var opened: OpaquePointer?
        let result = unsafe linux_jack_open(name, server, output, input, &opened)
        guard result == 0, let opened = unsafe opened else {
            switch -result {
            case ENOSYS: throw .noLibrary
            case ECONNREFUSED: throw .noServer(name: server)
            default: throw .refused
            }
        }
        unsafe (client, self.name) = (opened, String(cString: linux_jack_name(opened)))
    }

    deinit { unsafe linux_jack_close(client) }

    /// Readable when the transport has changed, when bars and beats are told or told no more, when MIDI has come, and when the server
    /// has gone, until ``cycle`` is read.
    package var descriptor: CInt { unsafe linux_jack_descriptor(client) }

    /// Whether the server has gone.
    package var isGone: Bool { unsafe linux_jack_is_gone(client) }

    /// The last cycle; nil before the first, and once the server has gone.
    package var cycle: JACKCycle? {
        var cycle = linux_jack_cycle()
        return unsafe linux_jack_cycle(client, &cycle) ? JACKCycle(cycle) : nil
    }

    /// How many frames after it was given to JACK a frame is heard.
    package var latency: Int { Int(unsafe linux_jack_latency(client)) }

    // MARK: MIDI

    /// Sends a message at its frame; it must be later than those before. False where too many wait.
    package func send(_ message: Message) -> Bool {
        var wire = linux_jack_midi()
        wire.frame = message.frame
        wire.size = UInt8(clamping: message.bytes.count)
        return unsafe withUnsafeMutableBytes(of: &wire.bytes) { room in
            guard message.bytes.count <= room.count else { return false }
            unsafe room.copyBytes(from: message.bytes)
            return true
        } && (unsafe linux_jack_put(client, &wire))
    }

    /// Leaves out all that has not been sent.
    package func drop() { unsafe linux_jack_drop(client) }

    /// The messages that have come.
    package func received() -> [Message] {
        var wire = linux_jack_midi()
        var messages: [Message] = []
        while unsafe linux_jack_take(client, &wire, 1) == 1 {
            let bytes = unsafe withUnsafeBytes(of: wire.bytes) { unsafe Array($0.prefix(Int(wire.size))) }
            messages.append(Message(frame: wire.frame, bytes: bytes))
        }
        return messages
    }

    /// How many ports the port that sends is connected to.
    package var connections: Int { Int(unsafe linux_jack_connections(client)) }

    /// Connects the port that sends, or the port that receives, to another port, unless it is connected. False where the other port is
    /// not there.
    package func connect(sending: Bool, to port: String) -> Bool {
        let outcome = unsafe linux_jack_connect(client, sending, port)
        return outcome == 0 || outcome == -EEXIST
    }

    // MARK: timebase and transport

    /// Becomes the timebase master. False where there is one already that is not to be replaced.
    package func lead(replacing: Bool) -> Bool { unsafe linux_jack_lead(client, replacing) == 0 }

    /// Tells bars and beats from now on; not empty. False without memory.
    @discardableResult package func set(score: [JACKSegment]) -> Bool {
        let segments = score.map(\.wire)
        return segments.isEmpty || (unsafe linux_jack_set_score(client, segments, segments.count)) == 0
    }

    package func start() { unsafe linux_jack_start(client) }
    package func stop() { unsafe linux_jack_stop(client) }
    package func locate(_ frame: Int64) { unsafe linux_jack_locate(client, UInt32(clamping: frame)) }
}

/// A cycle of a JACK server.
package struct JACKCycle: Sendable, Hashable {
    /// Bars and beats, as whoever is the timebase master tells them.
    package struct Place: Sendable, Hashable {
        package var (bar, beat, tick): (Int, Int, Int)
        package var (ticksPerBeat, beatsPerBar, beatType, bpm): (Double, Double, Double, Double)
    }

    /// Its first frame, counted from the start of the server.
    package var frame: Int64
    /// When the client was woken in it, CLOCK_MONOTONIC: once it had begun, mostly by less than 0.1 ms.
    package var timeNs: Int64
    /// The frames of the cycle, and the frames of a second; at least 1.
    package private(set) var (frames, rate): (Int, Int)
    /// Whether the transport rolls, or is about to.
    package var rolls: Bool
    package var starts: Bool
    var isUnderWay: Bool { rolls || starts }
    /// The frame of the transport.
    package var place: Int64
    /// Times that the transport started, stopped or went elsewhere.
    package var changes: Int
    /// Bars and beats at that frame; nil where nobody tells them.
    package var bars: Place?
    /// Times that this client was asked for bars and beats: its timebase master JACK asks in each cycle that rolls.
    package var asked: Int
    /// Messages that came too late for their frame by more than a cycle, and were left out.
    package var lost: Int

    /// How long it lasts, in nanoseconds.
    package var lengthNs: Double { Double(frames) * 1e9 / Double(rate) }

    init(_ wire: linux_jack_cycle) {
        (frame, timeNs, frames, rate) = (wire.frame, wire.time_ns, max(1, Int(wire.frames)), max(1, Int(wire.rate)))
        (rolls, starts, place) = (wire.rolls, wire.starts, Int64(wire.place))
        (changes, asked, lost) = (Int(wire.changes), Int(wire.asked), Int(wire.lost))
        bars = Place(wire)
    }

    /// All that time needs.
    package init(frame: Int64, timeNs: Int64, frames: Int, rate: Int, rolls: Bool = false, place: Int64 = 0) {
        (self.frame, self.timeNs, self.frames, self.rate) = (frame, timeNs, max(1, frames), max(1, rate))
        (self.rolls, starts, self.place, changes, bars, asked, lost) = (rolls, false, place, 0, nil, 0, 0)
    }
}

extension JACKCycle.Place {
    /// Nil for numbers that are no place: another program tells them.
    init?(_ wire: linux_jack_cycle) {
        (bar, beat, tick) = (Int(wire.bar), Int(wire.beat), Int(wire.tick))
        (ticksPerBeat, bpm) = (wire.ticks_per_beat, wire.bpm)
        (beatsPerBar, beatType) = (Double(wire.beats_per_bar), Double(wire.beat_type))
        guard bar > 0, Self.ticks.contains(ticksPerBeat), Self.notes.contains(beatsPerBar),
            Self.notes.contains(beatType), Self.tempi.contains(bpm)
        else { return nil }
    }

    /// What is calculated with.
    private static let (ticks, notes, tempi) = (1.0...1e9, 1.0 / 1024...1024.0, 1e-3...1e6)
}
