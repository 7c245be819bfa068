// SPDX-License-Identifier: Apache-2.0

internal import MetronomeLinux

/// A client whose lines are done in turns. Belongs to the event loop.
protocol TurnTaker: AnyObject {
    /// Performs at most `lines` of its lines, and after `untilNs`, by CLOCK_MONOTONIC, none but the first. Returns how many.
    func takeTurn(lines: Int, untilNs: Int64) -> Int
}

/// Has the lines of all clients done in the order of `TurnOrder`. Belongs to the event loop.
final class RequestTurns {
    private var order = TurnOrder<ObjectIdentifier>()
    private var clients: [ObjectIdentifier: any TurnTaker] = [:]
    /// CLOCK_MONOTONIC, in nanoseconds.
    let now: () -> Int64
    private let afterSockets: (@escaping () -> Void) -> Void
    private let wake: () -> Void
    private var isRunning = false
    /// Whether `beginTurn()` was asked for and has not come.
    private var isWoken = false
    /// Whether the end of what this look at the sockets has brought is waited for.
    private var isEnding = false
    /// Called once a look at the sockets has brought no line.
    private var idle: (() -> Void)?
    /// Whether a line was done since the look that `idle` waits for was asked for.
    private var hasDoneLines = false

    /// `afterSockets` calls what it is given once all is read that this look at the sockets has brought, and `wake` has
    /// `beginTurn()` called once the event loop has looked at its sockets again.
    init(
        now: @escaping () -> Int64 = { MonotonicClock.nowNs }, afterSockets: @escaping (@escaping () -> Void) -> Void,
        wake: @escaping () -> Void
    ) {
        self.now = now
        self.afterSockets = afterSockets
        self.wake = wake
    }

    /// A client has lines. They are done by `run()`.
    func add(_ client: any TurnTaker) {
        order.add(ObjectIdentifier(client))
        clients[ObjectIdentifier(client)] = client
    }

    /// A client has gone.
    func remove(_ client: any TurnTaker) {
        order.remove(ObjectIdentifier(client))
        clients[ObjectIdentifier(client)] = nil
    }

    /// The event loop has looked at its sockets.
    func beginTurn() {
        isWoken = false
        order.beginTurn()
        run()
        if idle != nil { afterSockets { [weak self] in self?.endIfIdle() } }
    }

    /// Calls `body` once all lines are done that clients have sent: when a look at the sockets has brought none.
    func whenIdle(_ body: @escaping () -> Void) {
        idle = body
        hasDoneLines = false
        awaitLook()
    }

    private func endIfIdle() {
        guard order.isWaiting || hasDoneLines else {
            idle?()
            return idle = nil
        }
        hasDoneLines = false
        awaitLook()
    }

    /// Does what is left to do in this turn. Does nothing where it is called from within itself.
    func run() {
        guard !isRunning else { return }
        isRunning = true
        defer { isRunning = false }
        var begin = now()
        while let (id, share) = order.next() {
            guard let client = clients.removeValue(forKey: id) else { continue }
            let lines = client.takeTurn(lines: share.lines, untilNs: begin + share.ns)
            let end = now()
            hasDoneLines = true
            order.spend(.init(lines: lines, ns: end - begin))
            begin = end
        }
        order.isWaiting ? awaitLook() : awaitEnd()
    }

    private func awaitLook() {
        guard !isWoken else { return }
        isWoken = true
        wake()
    }

    /// Where nothing is left to do, the next turn begins with the next look by itself.
    private func awaitEnd() {
        guard !isEnding else { return }
        isEnding = true
        afterSockets { [weak self] in
            guard let self else { return }
            isEnding = false
            if !order.isWaiting { order.beginTurn() }
        }
    }
}
