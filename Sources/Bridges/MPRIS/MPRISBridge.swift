// SPDX-License-Identifier: Apache-2.0

package import Control
internal import Glibc
package import Linux

/// Puts the metronome on the session bus as a media player, until a signal comes.
///
/// ``MPRISService`` decides; this performs. A bus that goes is waited for.
package struct MPRISBridge: ~Copyable {
    private let instance: String?
    private let signals: Signals
    private let say: (String) -> Void
    private var connection: DaemonConnection
    private var bus: SessionBus?
    /// Whether the bus has said that it takes messages.
    private var isReady = false
    private var service: MPRISService
    private var purposes: [Int64: MPRISPurpose] = [:]
    /// The name on the bus; nil while it has none.
    private var name: String?
    /// Whether the player is to be on the bus.
    private var isWanted = false
    /// When a bus is looked for again, or given up where it does not answer.
    private var retryNs: Int64?
    private var hasReportedLoss = false
    /// What is wrong with the bus; nil while all is well.
    private var trouble: String?

    private static let (retryEveryNs, answerWithinNs): (Int64, Int64) = (1_000_000_000, 5_000_000_000)

    /// Why there is no bus.
    package struct Refusal: Error, CustomStringConvertible {
        package let description: String

        init(_ error: Errno) {
            description =
                error.code == ENOSYS
                ? "there is no D-Bus client to speak with: install libsystemd0 or libelogind0"
                : """
                there is no session bus (\(error)): start it from the desktop or as a user service, set \
                DBUS_SESSION_BUS_ADDRESS, or run it under dbus-run-session
                """
        }
    }

    /// Connects to the bus. Throws where there is none.
    ///
    /// - Parameters:
    ///   - instance: what its name on the bus ends with; nil for the only one.
    ///   - socket: the daemon's.
    ///   - say: takes a line for people, without an end.
    package init(
        instance: String?, socket: String, signals: Signals, say: @escaping (String) -> Void
    ) throws(Refusal) {
        self.instance = instance
        self.signals = signals
        self.say = say
        service = MPRISService(instance: instance)
        connection = DaemonConnection(
            path: socket, subscription: Subscription.params([.state, .timeline]),
            answerTimeout: .seconds(2), longestPause: .seconds(2))
        do throws(Errno) {
            bus = try SessionBus()
            let end = MonotonicClock.nowNs + Self.answerWithinNs
            while try !(bus?.isReady ?? true) {
                guard MonotonicClock.nowNs < end else { throw Errno(ETIMEDOUT) }
                _ = try bus?.next()
                PreciseWait.forInput(of: bus?.descriptor ?? -1, untilNs: MonotonicClock.nowNs + 10_000_000)
            }
            isReady = true
        } catch {
            throw Refusal(error)
        }
    }

    /// Runs until a signal comes. Throws where the daemon refuses for good.
    package mutating func run() throws(ConnectionLoss) {
        say("on the session bus, as a media player while there is a daemon")
        while true {
            for report in connection.turn(atNs: MonotonicClock.nowNs) { try take(report) }
            turnBus()
            if let wake = service.wakeNs(atNs: MonotonicClock.nowNs), wake <= MonotonicClock.nowNs {
                perform(service.due(atNs: MonotonicClock.nowNs))
            }
            let wake = [
                connection.wakeNs, name == nil ? nil : service.wakeNs(atNs: MonotonicClock.nowNs), retryNs, bus?.wakeNs,
            ].compactMap { $0 }.min()
            let ready = PreciseWait.forInput(
                of: signals.descriptor, connection.descriptor, bus?.descriptor ?? -1, untilNs: wake)
            if ready[0], !signals.taken().isEmpty { break }
        }
        own(false)
    }

    // MARK: the bus

    private mutating func turnBus() {
        do throws(Errno) {
            guard bus != nil else { return try reopen() }
            while let call = try bus?.next() { perform(service.take(call, atNs: MonotonicClock.nowNs)) }
            guard !isReady else { return }
            if try bus?.isReady ?? false {
                (isReady, retryNs) = (true, nil)
                set(trouble: nil)
                own(isWanted)
            } else if let retryNs, retryNs <= MonotonicClock.nowNs {
                throw Errno(ETIMEDOUT)
            }
        } catch {
            lose(error)
        }
    }

    private mutating func reopen() throws(Errno) {
        guard let retryNs, retryNs <= MonotonicClock.nowNs else { return }
        bus = try SessionBus()
        self.retryNs = MonotonicClock.nowNs + Self.answerWithinNs
    }

    private mutating func lose(_ error: Errno) {
        bus = nil
        (isReady, name) = (false, nil)
        retryNs = MonotonicClock.nowNs + Self.retryEveryNs
        set(trouble: "the session bus is gone; waiting for one")
    }

    private mutating func set(trouble new: String?) {
        guard trouble != new else { return }
        trouble = new
        say(new ?? "the session bus is there again")
        tellDaemon()
    }

    private mutating func own(_ wanted: Bool) {
        isWanted = wanted
        guard isReady, (name != nil) != wanted else { return }
        if let name {
            bus?.disown(name)
            self.name = nil
            return
        }
        let base = "\(MPRISService.root).metronomed"
        let names = instance.map { ["\(base).\($0)"] } ?? [base, "\(base).instance\(getpid())"]
        do throws(Errno) {
            for name in names where try bus?.own(name) == .ours {
                self.name = name
                break
            }
            set(trouble: name == nil ? "another player is \(names[0]) on the bus: choose another --instance" : nil)
        } catch {
            lose(error)
        }
        tellDaemon()
    }

    private mutating func perform(_ actions: [MPRISAction]) {
        for action in actions {
            switch action {
            case .own(let wanted): own(wanted)
            case .answer(let call, let values): bus?.answer(call, values)
            case .refuse(let call, let refusal): bus?.refuse(call, refusal)
            case .signal(let interface, let member, let values):
                if name != nil { bus?.signal(MPRISService.path, interface, member, values) }
            case .request(let method, let params, let purpose):
                if let id = connection.request(method, params) {
                    purposes[id] = purpose
                } else {
                    perform(service.refuse("there is no daemon: start one with metronomed", to: purpose))
                }
            }
        }
    }

    // MARK: the daemon

    private mutating func take(_ report: ConnectionReport) throws(ConnectionLoss) {
        let now = MonotonicClock.nowNs
        switch report {
        case .subscribed(let subscription):
            if hasReportedLoss { say("the daemon is there again") }
            hasReportedLoss = false
            perform(service.connect(subscription))
            tellDaemon()
        case .event(let event, _): perform(service.add(event, atNs: now))
        case .answered(let answer):
            guard let purpose = purposes.removeValue(forKey: answer.id) else { break }
            if purpose == .song, let page = try? answer.result(as: SongPage.self) {
                perform(service.take(page, atNs: now))
            } else {
                perform(service.answer(purpose))
            }
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

    /// Tells the daemon how the bridge fares.
    private mutating func tellDaemon() {
        var params: [String: JSONValue] = ["name": "mpris", "to": .string(name ?? "the session bus")]
        params["trouble"] = trouble.map(JSONValue.string)
        connection.request("bridge.report", params)
    }
}
