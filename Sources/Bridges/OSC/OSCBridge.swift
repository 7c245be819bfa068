// SPDX-License-Identifier: Apache-2.0

package import Control
internal import Glibc
package import Linux

/// Takes messages of Open Sound Control on a UDP port, until a signal comes.
///
/// ``OSCService`` decides; this performs.
package struct OSCBridge: ~Copyable {
    private let isOpen: Bool
    private let signals: Signals
    private let say: (String) -> Void
    private var connection: DaemonConnection
    private var udp: UDPSocket
    private var service: OSCService
    private var purposes: [Int64: OSCPurpose] = [:]
    private var hasReportedLoss = false

    /// The most packets that are taken between two looks at the beat.
    private static let mostPackets = 64

    /// Opens the port.
    ///
    /// - Parameters:
    ///   - address: where it listens.
    ///   - allowed: the addresses that are answered, besides this machine's own loopback; others are ignored.
    ///   - namesFiles: whether they may name songs by their paths.
    ///   - socket: the daemon's.
    ///   - say: takes a line for people, without an end.
    /// - Throws: what bind(2) reports.
    package init(
        at address: InternetAddress, allowed: [InternetAddress], namesFiles: Bool, socket: String, signals: Signals,
        say: @escaping (String) -> Void
    ) throws(Errno) {
        isOpen = !allowed.isEmpty
        service = OSCService(allowed: allowed, namesFiles: namesFiles)
        self.signals = signals
        self.say = say
        connection = DaemonConnection(
            path: socket, subscription: Subscription.params([.state, .timeline]),
            answerTimeout: .seconds(2), longestPause: .seconds(2))
        udp = try UDPSocket(at: address)
    }

    /// Runs until a signal comes. Throws where the daemon refuses for good.
    package mutating func run() throws(ConnectionLoss) {
        PreciseWait.prepare()
        say("listening on \(udp.address)" + (isOpen ? "" : ", to this machine alone"))
        while true {
            for report in connection.turn(atNs: MonotonicClock.nowNs) { try take(report) }
            takePackets()
            perform(service.due(atNs: MonotonicClock.nowNs))
            let wake = [connection.wakeNs, service.wakeNs].compactMap { $0 }.min()
            let ready = PreciseWait.forInput(
                of: signals.descriptor, connection.descriptor, udp.descriptor, untilNs: wake)
            if ready[0], !signals.taken().isEmpty { break }
        }
    }

    private mutating func takePackets() {
        for _ in 0..<Self.mostPackets {
            switch udp.next() {
            case .datagram(let bytes, let sender):
                let now = MonotonicClock.nowNs
                perform(service.take(bytes, from: sender, atNs: now, wallNs: Self.wallNs))
            case .unreachable(let address): service.drop(address)
            case nil: return
            }
        }
    }

    private mutating func perform(_ actions: [OSCAction]) {
        for action in actions {
            switch action {
            case .send(let message, let address): if !udp.send(message.bytes, to: address) { service.drop(address) }
            case .say(let line): say(line)
            case .request(let method, let params, let purpose):
                if let id = connection.request(method, params) {
                    purposes[id] = purpose
                } else {
                    perform(service.refuse("there is no daemon: start one with metronomed", to: purpose))
                }
            }
        }
    }

    private mutating func take(_ report: ConnectionReport) throws(ConnectionLoss) {
        switch report {
        case .subscribed(let subscription):
            if hasReportedLoss { say("the daemon is there again") }
            hasReportedLoss = false
            connection.request("bridge.report", ["name": "osc", "to": .string("UDP \(udp.address)")])
            perform(service.connect(subscription, atNs: MonotonicClock.nowNs))
        case .event(let event, _): perform(service.add(event))
        case .answered(let answer): take(answer)
        case .refused(let id, let error):
            guard let id, let purpose = purposes.removeValue(forKey: id) else { break }
            perform(service.refuse(error.message, to: purpose))
        case .lost(let loss):
            for purpose in purposes.values { perform(service.refuse(loss.description, to: purpose)) }
            purposes = [:]
            perform(service.disconnect())
            if !hasReportedLoss { say("\(loss); waiting for it") }
            hasReportedLoss = true
        case .ended(let loss): throw loss
        }
    }

    private mutating func take(_ answer: ConnectionAnswer) {
        guard let purpose = purposes.removeValue(forKey: answer.id) else { return }
        do throws(ClientError) {
            switch purpose {
            case .command, .klickSetting: perform(service.answer(try answer.result(), to: purpose))
            case .klickValues, .subscriber:
                service.take(try answer.result(as: Status.self))
                perform(service.answer(.null, to: purpose))
            }
        } catch {
            perform(service.refuse(error.description, to: purpose))
        }
    }

    private static var wallNs: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
