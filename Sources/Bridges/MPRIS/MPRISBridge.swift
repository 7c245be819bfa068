// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import MetronomeControl
internal import MetronomeLinux

/// Puts the metronome on the session bus as a media player.
///
/// ``MPRISService`` decides; this performs. A bus that goes is waited for.
package struct MPRISBridge: Bridge, ~Copyable {
    package typealias Action = BridgeAction<MPRISPurpose>

    private let instance: String?
    private var bus: SessionBus?
    /// Whether the bus has said that it takes messages.
    private var isReady = false
    private var service: MPRISService
    /// The name on the bus; nil while it has none.
    private var name: String?
    /// Whether the player is to be on the bus.
    private var isWanted = false
    /// When a bus is looked for again, or given up where it does not answer.
    private var retryNs: Int64?
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
    /// - Parameter instance: what its name on the bus ends with; nil for the only one.
    package init(instance: String?) throws(Refusal) {
        self.instance = instance
        service = MPRISService(instance: instance)
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

    package var descriptors: [CInt] { mutating get { [bus?.descriptor ?? -1] } }

    package var wakeNs: Int64? { mutating get { [retryNs, bus?.wakeNs].compactMap { $0 }.min() } }

    package var report: BridgeList.Bridge? { .init("mpris", to: name ?? "the session bus", trouble: trouble) }

    package mutating func take(_ event: BridgeEvent<MPRISPurpose>, atNs now: Int64) -> [Action] {
        switch event {
        case .begun: return [.say("on the session bus, as a media player while there is a daemon")]
        case .connected(let subscription): return perform(service.connect(subscription))
        case .told(let event, _): return perform(service.add(event, atNs: now))
        case .done(let answer, .song):
            guard let page = try? answer.result(as: SongPage.self) else { return [] }
            return perform(service.take(page, atNs: now))
        case .done(_, let purpose): return perform(service.answer(purpose))
        case .refused(let error, let purpose): return perform(service.refuse(error.message, to: purpose))
        case .unanswered(let reason, let purpose): return perform(service.refuse(reason, to: purpose))
        case .lost: return perform(service.disconnect())
        case .turn: return turnBus()
        case .signalled: return own(false) + [.end]
        case .woken, .ended: return []
        }
    }

    // MARK: the bus

    private mutating func turnBus() -> [Action] {
        var actions: [Action] = []
        do throws(Errno) {
            guard bus != nil else {
                try reopen()
                return []
            }
            while let call = try bus?.next() { actions += perform(service.take(call, atNs: MonotonicClock.nowNs)) }
            guard !isReady else {
                // A name that was taken may have become free.
                let isDue = isWanted && name == nil && retryNs.map { $0 <= MonotonicClock.nowNs } ?? false
                return isDue ? actions + own(true) : actions
            }
            if try bus?.isReady ?? false {
                (isReady, retryNs) = (true, nil)
                return actions + set(trouble: nil) + own(isWanted)
            } else if let retryNs, retryNs <= MonotonicClock.nowNs {
                throw Errno(ETIMEDOUT)
            }
            return actions
        } catch {
            return actions + lose(error)
        }
    }

    private mutating func reopen() throws(Errno) {
        guard let retryNs, retryNs <= MonotonicClock.nowNs else { return }
        bus = try SessionBus()
        self.retryNs = MonotonicClock.nowNs + Self.answerWithinNs
    }

    private mutating func lose(_ error: Errno) -> [Action] {
        bus = nil
        (isReady, name) = (false, nil)
        retryNs = MonotonicClock.nowNs + Self.retryEveryNs
        return set(trouble: "the session bus is gone; waiting for one")
    }

    private mutating func set(trouble new: String?) -> [Action] {
        guard trouble != new else { return [] }
        trouble = new
        return [.say(new ?? "on the session bus again")]
    }

    private mutating func own(_ wanted: Bool) -> [Action] {
        isWanted = wanted
        if isReady { retryNs = nil }
        guard isReady, (name != nil) != wanted else { return [] }
        if let name {
            bus?.disown(name)
            self.name = nil
            return []
        }
        let base = "\(MPRISService.root).metronomed"
        let names = instance.map { ["\(base).\($0)"] } ?? [base, "\(base).instance\(getpid())"]
        do throws(Errno) {
            for name in names where try bus?.own(name) == .ours {
                self.name = name
                break
            }
            if name == nil { retryNs = MonotonicClock.nowNs + Self.retryEveryNs }
            return set(
                trouble: name == nil ? "another player is \(names[0]) on the bus: choose another --instance" : nil)
        } catch {
            return lose(error)
        }
    }

    /// Does what concerns the bus, and returns what else is to be done.
    private mutating func perform(_ actions: [MPRISAction]) -> [Action] {
        var others: [Action] = []
        for action in actions {
            switch action {
            case .own(let wanted): others += own(wanted)
            case .answer(let call, let values): bus?.answer(call, values)
            case .refuse(let call, let refusal): bus?.refuse(call, refusal)
            case .signal(let interface, let member, let values):
                if name != nil { bus?.signal(MPRISService.path, interface, member, values) }
            case .request(let method, let params, let purpose):
                others.append(.ask(BridgeRequest(method: method, params: params), purpose))
            }
        }
        return others
    }
}
