// SPDX-License-Identifier: Apache-2.0

internal import SeededRandom

/// The work of the daemon's workers. Each worker does its own pieces one after the other, and a piece takes as long as the conditions
/// say: the pieces of two workers end in any order.
final class Work {
    /// The pieces of all workers, in the order in which they end.
    private var pieces: [(atNs: Int64, do: () -> Void)] = []
    private var random: SeededGenerator
    private let ms: ClosedRange<Int>
    private var nowNs: Int64
    /// How many daemons were killed.
    private var kills = 0

    init(_ conditions: Conditions, atNs now: Int64) {
        nowNs = now
        random = SeededGenerator(seed: ~conditions.seed)
        ms = conditions.workMs
    }

    /// When the next piece is done.
    var dueNs: Int64? { pieces.first?.atNs }

    /// Another worker: what adds a piece to those that it does.
    func worker() -> (@escaping () -> Void) -> Void {
        var lastNs: Int64 = 0
        let born = kills
        return { [self] piece in
            guard kills == born else { return }
            let taken = Int64.random(
                in: Int64(ms.lowerBound) * 1_000_000...Int64(ms.upperBound) * 1_000_000, using: &random)
            lastNs = max(lastNs, nowNs + taken)
            let index = pieces.firstIndex { $0.atNs > lastNs } ?? pieces.endIndex
            pieces.insert((lastNs, piece), at: index)
        }
    }

    /// All workers are gone, with what they have not done.
    func kill() {
        kills += 1
        pieces = []
    }

    /// Does what is done by now. Returns whether it was anything.
    func take(atNs now: Int64) -> Bool {
        nowNs = now
        var hasWorked = false
        while let first = pieces.first, first.atNs <= now {
            pieces.removeFirst()
            first.do()
            hasWorked = true
        }
        return hasWorked
    }
}
