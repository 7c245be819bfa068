// SPDX-License-Identifier: Apache-2.0

internal import SeededRandom

/// The work of the daemon's workers, one piece after the other, as a disk and a card have one: each takes as long as the conditions
/// say.
final class Work {
    private var pieces: [(atNs: Int64, do: () -> Void)] = []
    private var random: SeededGenerator
    private let ms: ClosedRange<Int>
    private var nowNs: Int64

    init(_ conditions: Conditions, atNs now: Int64) {
        nowNs = now
        random = SeededGenerator(seed: ~conditions.seed)
        ms = conditions.workMs
    }

    /// When the next piece is done.
    var dueNs: Int64? { pieces.first?.atNs }

    /// Adds a piece.
    func add(_ piece: @escaping () -> Void) {
        let taken = Int64.random(
            in: Int64(ms.lowerBound) * 1_000_000...Int64(ms.upperBound) * 1_000_000, using: &random)
        pieces.append((max(pieces.last?.atNs ?? 0, nowNs + taken), piece))
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
