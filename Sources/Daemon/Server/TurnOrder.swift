// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// In which order clients have their lines done, and how many before the event loop looks at its sockets again.
///
/// All that wait have their share once in each *round*, in the order in which they came; a *turn* of the event loop does a
/// part of a round. So nobody waits for longer than a round, however many lines the others have sent. A pure value; it
/// reads no clock.
struct TurnOrder<Client: Hashable> {
    /// What is done of one client, or of all in a turn or a round.
    struct Budget: Equatable {
        /// Lines, whether they are requests or not.
        var lines: Int
        /// Time that they take, in nanoseconds. It ends with the line that exceeds it.
        var ns: Int64
    }

    /// What is done for all clients together before the event loop looks at its sockets again.
    static var turn: Budget { Budget(lines: 32, ns: 1_000_000) }
    /// What is done in a round, but for each client's first line.
    static var round: Budget { Budget(lines: 512, ns: 16_000_000) }

    /// The clients that have not had their share in this round, the next one last, and the clients of the following round.
    private var present: [Client] = []
    private var following: [Client] = []
    /// The clients of both rounds that still wait.
    private var waiting: Set<Client> = []
    /// What a client has in this round.
    private var share = Self.turn
    /// What is left of this turn.
    private var left = Self.turn

    /// Whether anybody waits.
    var isWaiting: Bool { !waiting.isEmpty }

    /// A client has lines. It waits already, or takes its place behind the others.
    mutating func add(_ client: Client) {
        if waiting.insert(client).inserted { following.append(client) }
    }

    /// A client has gone.
    mutating func remove(_ client: Client) {
        guard waiting.remove(client) != nil else { return }
        present.removeAll { $0 == client }
        following.removeAll { $0 == client }
    }

    /// Takes out the next client, and says what may be done of its lines; nil where nobody waits, or the turn is over.
    mutating func next() -> (client: Client, share: Budget)? {
        guard left.lines > 0, left.ns > 0 else { return nil }
        if present.isEmpty {
            (present, following) = (following.reversed(), [])
            let count = max(present.count, 1)
            share = Budget(
                lines: min(max(Self.round.lines.quotient(by: count), 1), Self.turn.lines),
                ns: min(Self.round.ns.quotient(by: Int64(count)), Self.turn.ns))
        }
        guard let client = present.popLast() else { return nil }
        waiting.remove(client)
        return (client, Budget(lines: min(share.lines, left.lines), ns: min(share.ns, left.ns)))
    }

    /// Takes what a client has used up from what is left of the turn.
    mutating func spend(_ spent: Budget) {
        left.lines -= spent.lines
        left.ns -= spent.ns
    }

    /// The event loop has looked at its sockets.
    mutating func beginTurn() { left = Self.turn }
}
