// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeLinux

/// Ports of JACK for MIDI that goes out and that comes in, each message at its exact frame. A server that goes, or is not there
/// yet, is waited for; so is a port that they are to be connected to.
///
/// Not to be shared between threads.
final class JACKPort {
    /// What the client is called there, its ports, and which of others they are connected to.
    struct Plan: Sendable, Hashable {
        var name: String
        var server: String?
        var (sends, receives): (Bool, Bool)
        var (output, input): (String?, String?)
    }

    /// Messages are given to JACK that long before they are due, and some cycles: a busy machine wakes a program that late.
    private static let (leadNs, leadCycles): (Int64, Double) = (40_000_000, 3)
    private static let retryEveryNs: Int64 = 1_000_000_000

    let plan: Plan
    private var client: JACKClient?
    private var line: FrameLine?
    private var frames = MessageFrames()
    private var latency = 0.0
    private var cycleNs = 0.0
    /// When the server, or the ports of others that are named, are looked for again; nil where there is nothing to look for.
    private(set) var retryNs: Int64?
    /// What is wrong with the server; nil while all is well.
    private var serverTrouble: String?
    /// The ports of others that are not there, by their names.
    private var missing: Set<String> = []
    /// Times that what was sent before has not arrived, or not in time: a port was connected, the machine stood still for some cycles,
    /// or cycles have another length.
    private(set) var breaks = 0
    /// Messages that this client lost.
    private var lost = 0
    /// How many ports the clock is sent to.
    private var connections = 0

    /// Throws where there is no libjack.
    init(_ plan: Plan) throws(JACKClient.Refusal) {
        self.plan = plan
        try open(atNs: MonotonicClock.nowNs)
    }

    /// For poll(2); -1 while there is no server.
    var descriptor: CInt { client?.descriptor ?? -1 }

    /// What it is called, for people.
    var path: String { "JACK as \(client?.name ?? plan.name)" }

    /// How long before it is due a message is to be written, in nanoseconds.
    var leadNs: Int64 { Self.leadNs + Int64(clamping: Self.leadCycles * cycleNs + latencyNs) }

    /// How long before it is due a message must be written: it is sent in time, or with the next cycle.
    var leastLeadNs: Int64 { Int64(clamping: latencyNs) }

    private var latencyNs: Double { latency * 1e9 / (line?.framesPerSecond ?? 48000) }

    /// Takes in what has become of the server.
    func turn(atNs now: Int64) {
        if client?.isGone == true {
            client = nil
            line = nil
            serverTrouble = "the JACK server is gone; waiting for one"
            retryNs = now + Self.retryEveryNs
        }
        // Before ports are connected again: otherwise a port that was disconnected since would not be missed.
        countConnections()
        if let retryNs, retryNs <= now {
            if client == nil { try? open(atNs: now) } else { connect(atNs: now) }
        }
        guard let cycle = client?.cycle else { return }
        if line == nil {
            line = FrameLine(cycle)
        } else {
            line?.add(cycle)
            if cycle.lengthNs != cycleNs { (latency, breaks) = (Double(client?.latency ?? 0), breaks + 1) }
        }
        cycleNs = cycle.lengthNs
        if cycle.lost != lost { (lost, breaks) = (cycle.lost, breaks + 1) }
    }

    /// A port that is connected anew, by whomever, has missed what was sent before.
    private func countConnections() {
        let present = client?.connections ?? 0
        if present > connections { breaks += 1 }
        connections = present
    }

    private func open(atNs now: Int64) throws(JACKClient.Refusal) {
        do throws(JACKClient.Refusal) {
            client = try JACKClient(
                plan.name, server: plan.server, output: plan.sends ? "clock" : nil,
                input: plan.receives ? "control" : nil)
        } catch .noLibrary {
            throw .noLibrary
        } catch {
            if serverTrouble == nil { serverTrouble = "\(error); waiting for it" }
            retryNs = now + Self.retryEveryNs
            return
        }
        (serverTrouble, line) = (nil, nil)
        (lost, frames, connections) = (0, MessageFrames(), 0)
        latency = Double(client?.latency ?? 0)
        connect(atNs: now)
    }

    /// Connects to the ports that are named, where they are there and it is not connected.
    private func connect(atNs now: Int64) {
        missing = []
        for (sends, port) in [(true, plan.output), (false, plan.input)] {
            if let port, client?.connect(sending: sends, to: port) == false { missing.insert(port) }
        }
        retryNs = (plan.output ?? plan.input).map { _ in now + Self.retryEveryNs }
    }

    /// What is wrong for what is sent, or for what is received; nil while all is well.
    func trouble(sending: Bool) -> String? {
        let port = sending ? plan.output : plan.input
        let absent = port.flatMap { missing.contains($0) ? $0 : nil }
        return serverTrouble
            ?? absent.map { "there is no port \($0) in JACK to connect to: jack_lsp lists them; waiting for it" }
    }

    /// Sends a message when it is due, CLOCK_MONOTONIC: what is heard then leaves JACK's hardware ports with it.
    func write(_ bytes: [UInt8], atNs due: Int64) -> MIDIPort.Outcome {
        guard let line else { return .written }
        let frame = frames.place(line.frame(atNs: due) - latency, dueNs: due, framesPerSecond: line.framesPerSecond)
        return client?.send(.init(frame: frame, bytes: bytes)) == false ? .full : .written
    }

    /// Leaves out what is not sent yet.
    func drop() {
        client?.drop()
        frames.forget()
    }

    /// What has come, and when it was due.
    func received() -> [(bytes: [UInt8], atNs: Int64)] {
        guard let line else { return [] }
        return (client?.received() ?? []).map { ($0.bytes, line.ns(ofFrame: Double($0.frame) + latency)) }
    }
}
