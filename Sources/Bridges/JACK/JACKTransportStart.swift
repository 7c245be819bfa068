// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// A cycle of JACK, and which of its frames is when.
package struct JACKClock: Sendable {
    package var cycle: JACKCycle
    package var line: FrameLine
    /// How many frames after it was given to JACK a frame is heard.
    package var latency: Int

    package init(_ cycle: JACKCycle, _ line: FrameLine, latency: Int) {
        (self.cycle, self.line, self.latency) = (cycle, line, latency)
    }

    /// When a frame is heard.
    func heardNs(ofFrame frame: Double) -> Int64 { line.ns(ofFrame: frame + Double(latency)) }

    /// The frame that is heard at a time.
    func frame(heardAtNs ns: Int64) -> Double { line.frame(atNs: ns) - Double(latency) }
}

/// Brings the transport to a place at a frame: JACK takes an order at the end of a cycle and rolls some cycles later.
///
/// How many cycles that takes is learnt from the first order. The transport cannot roll before that frame from a place
/// before 0, so it begins with the first cycle after it, as far on.
struct JACKTransportStart: Sendable {
    enum Step: Sendable, Hashable {
        case nothing
        /// Go to that frame of the transport, and roll.
        case go(Int64)
    }

    /// Cycles from an order to the first that rolls, as JACK 2 does it where no client is slow.
    static let usualAhead = 3
    private static let mostTries = 4
    /// For how many seconds at most an order is taken to wait: JACK 2 waits 10 s for a client that is slow.
    private static let mostSecondsAhead = 12.0
    /// How many cycles at most the next start expects, since a client that was slow once may be ready by then.
    private static let mostKept = 64
    /// No order is given for later.
    private static let mostCycles = 0x1p30

    /// The frame of the transport, and that of the server at which it is to be there.
    private let place: Double
    private let frame: Double
    /// When the order was given, and the cycle that was to be the first to roll.
    private var order: (frame: Int64, changes: Int, rolling: Int64)?
    private var tries = 0
    private(set) var isOver = false

    init(place: Double, frame: Double) { (self.place, self.frame) = (place, frame) }

    /// What is to be done in a cycle. `ahead` is how many cycles an order takes.
    mutating func turn(_ clock: JACKClock, ahead: inout Int) -> Step {
        let cycle = clock.cycle
        if let order {
            guard cycle.frame > order.frame, cycle.rolls, !cycle.starts, cycle.changes != order.changes else {
                return .nothing
            }
            let begun = cycle.frame - cycle.place
            let off = Double(begun) - (frame - place)
            if abs(off) <= 0.5 || tries >= Self.mostTries {
                (isOver, ahead) = (true, min(ahead, Self.mostKept))
                return .nothing
            }
            let cycles = Double(ahead) + (off / Double(cycle.frames)).rounded()
            let most = min(Self.mostSecondsAhead * Double(cycle.rate) / Double(cycle.frames), Self.mostCycles)
            ahead = Int(clamping: max(1, min(cycles, most)))
            self.order = nil
        }
        let first = firstCycle(cycle, ahead)
        guard first - cycle.frame <= Int64(ahead * cycle.frames) else { return .nothing }
        tries += 1
        order = (cycle.frame, cycle.changes, first)
        return .go(Int64(clamping: max(0, (place + Double(first) - frame).rounded())))
    }

    /// When the next order is due; nil while JACK has one, and wakes once it has done something.
    func wakeNs(_ clock: JACKClock, ahead: Int) -> Int64? {
        guard order == nil else { return nil }
        let cycle = clock.cycle
        let due = firstCycle(cycle, ahead) - Int64(ahead * cycle.frames)
        return clock.line.ns(ofFrame: Double(max(due, cycle.frame + Int64(cycle.frames))) + Double(cycle.frames) * 0.3)
    }

    /// The first cycle that can roll from where it is to be on.
    private func firstCycle(_ cycle: JACKCycle, _ ahead: Int) -> Int64 {
        let frames = Double(cycle.frames)
        let cycles = max(((frame - Double(cycle.frame)) / frames).rounded(.up), Double(ahead))
        // From before the beginning it cannot roll.
        let least = ((frame - place - Double(cycle.frame)) / frames).rounded(.up)
        return cycle.frame + Int64(clamping: min(max(cycles, least), Self.mostCycles)) * Int64(cycle.frames)
    }
}
