// SPDX-License-Identifier: Apache-2.0

package import MetronomeControl
public import MetronomeLinux

/// Hears a player.
public protocol StrokeSource {
    /// What it listens to.
    var name: String { get }
    /// Why it hears nothing, and what to do; nil while it hears.
    var trouble: String? { get }
    /// Listens to what has come until a time, CLOCK_MONOTONIC in nanoseconds. `clicks` says which clicks of the metronome are heard in
    /// a stretch of time.
    func turn(atNs now: Int64, clicks: (Range<Int64>) -> [HeardClick]) -> [StrokeReport]
}

/// What has come of listening.
public enum StrokeReport: Sendable, Hashable {
    /// A stroke of the player: when it was at the microphone, and its peak, 1 at full scale.
    case stroke(ns: Int64, strength: Double)
    /// A line for people.
    case say(String)
}

/// Tells the daemon what a player plays.
///
/// ``EarExchange`` decides what the daemon is told; this performs. Without a daemon it listens on, and waits for it.
public struct EarBridge<Source: StrokeSource> {
    private let source: Source
    private var exchange = EarExchange()
    private var turnNs: Int64 = 0

    /// How often it listens: the sound waits in the device meanwhile.
    private static var everyNs: Int64 { 20_000_000 }

    /// A bridge that has not connected yet.
    public init(_ source: Source) { self.source = source }

    /// Runs until a signal comes. Throws the `ConnectionLoss` where the daemon refuses for good.
    ///
    /// - Parameters:
    ///   - socket: the daemon's.
    ///   - say: takes a line for people, without an end.
    public func run(socket: String, signals: Signals, say: @escaping (String) -> Void) throws {
        var link = BridgeLink(self, socket: socket, signals: signals, say: say)
        try link.run()
    }
}

extension EarBridge: Bridge {
    package var descriptors: [CInt] { [] }
    package var wakeNs: Int64? { turnNs + Self.everyNs }
    package var report: BridgeList.Bridge? { .init("ear", to: source.name, trouble: source.trouble) }

    package mutating func take(_ event: BridgeEvent<String>, atNs now: Int64) -> [BridgeAction<String>] {
        switch event {
        case .connected(let subscription): exchange.connect(subscription)
        case .told(let event, _): exchange.add(event)
        case .lost: exchange.disconnect()
        case .turn where now >= turnNs + Self.everyNs: return listen(atNs: now)
        case .signalled: return [.end]
        // What is refused came too late: nothing is compared any more.
        case .begun, .turn, .done, .refused, .unanswered, .woken, .ended: break
        }
        return []
    }

    private mutating func listen(atNs now: Int64) -> [BridgeAction<String>] {
        turnNs = now
        return source.turn(atNs: now, clicks: exchange.clicks).compactMap { report in
            switch report {
            case .say(let line): .say(line)
            case .stroke(let ns, _): exchange.request(forStrokeAt: ns).map { .ask($0, $0.method) }
            }
        }
    }
}
