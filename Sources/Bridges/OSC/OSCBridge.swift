// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import MetronomeControl
package import MetronomeLinux

/// Takes messages of Open Sound Control on a UDP port.
///
/// ``OSCService`` decides; this performs.
package struct OSCBridge: Bridge, ~Copyable {
    private let isOpen: Bool
    private let address: InternetAddress
    private var udp: UDPSocket
    private var service: OSCService

    /// Opens the port.
    ///
    /// - Parameters:
    ///   - address: where it listens.
    ///   - allowed: the addresses that are answered, besides this machine's own loopback; others are ignored.
    ///   - namesFiles: whether they may name songs by their paths.
    ///   - quits: whether it ends with klick's `quit`.
    /// - Throws: what bind(2) reports.
    package init(
        at address: InternetAddress, allowed: [InternetAddress], namesFiles: Bool, quits: Bool = false
    ) throws(Errno) {
        isOpen = !allowed.isEmpty
        service = OSCService(allowed: allowed, namesFiles: namesFiles, quits: quits)
        udp = try UDPSocket(at: address)
        self.address = udp.address
    }

    package var descriptors: [CInt] { [udp.descriptor] }
    package var wakeNs: Int64? { service.wakeNs }
    package var report: BridgeList.Bridge? { .init("osc", to: "UDP \(address)") }

    package mutating func take(
        _ event: BridgeEvent<OSCPurpose>, atNs now: Int64
    ) -> [BridgeAction<OSCPurpose>] {
        switch event {
        case .begun: [.say("listening on \(address)" + (isOpen ? "" : ", to this machine alone"))]
        case .connected(let subscription): perform(service.connect(subscription, atNs: now))
        case .told(let event, _): perform(service.add(event))
        case .done(let answer, let purpose): perform(take(answer, purpose))
        case .refused(let error, let purpose): perform(service.refuse(error.message, about: error.param, to: purpose))
        case .unanswered(let reason, let purpose): perform(service.refuse(reason, to: purpose))
        case .lost: perform(service.disconnect(atNs: now))
        case .turn: perform(takePacket(atNs: now)) + perform(service.due(atNs: now))
        case .signalled: [.end]
        case .woken, .ended: []
        }
    }

    /// Takes the next packet; where there are more, the next wait does not last.
    private mutating func takePacket(atNs now: Int64) -> [OSCAction] {
        switch udp.next() {
        case .datagram(let bytes, let sender):
            return service.take(bytes, from: sender, atNs: now, wallNs: RealtimeClock.nowNs)
        case .unreachable(let address): service.drop(address)
        case nil: break
        }
        return []
    }

    /// Sends messages, and returns what else is to be done.
    private mutating func perform(_ actions: [OSCAction]) -> [BridgeAction<OSCPurpose>] {
        var others: [BridgeAction<OSCPurpose>] = []
        for action in actions {
            switch action {
            case .send(let message, let address): if !udp.send(message.bytes, to: address) { service.drop(address) }
            case .say(let line): others.append(.say(line))
            case .end: others.append(.end)
            case .request(let method, let params, let purpose):
                others.append(.ask(BridgeRequest(method: method, params: params), purpose))
            }
        }
        return others
    }

    private mutating func take(_ answer: ConnectionAnswer, _ purpose: OSCPurpose) -> [OSCAction] {
        do throws(ClientError) {
            switch purpose {
            case .command, .klickSetting, .klickTrainer: return service.answer(try answer.result(), to: purpose)
            case .klickValues, .subscriber:
                service.take(try answer.result(as: Status.self))
                return service.answer(.null, to: purpose)
            }
        } catch {
            return service.refuse(error.description, to: purpose)
        }
    }
}
