// SPDX-License-Identifier: Apache-2.0

internal import MetronomeMotion
internal import ThreadAllocations

/// A value of `Motion` as a function of time, evaluated over and over as time goes on.
struct Evaluation {
    let name: String
    /// The last of the times that are evaluated, of which 0 is the first.
    var span = 1.0
    var limit = Figure.Limit.atLeast(10)
    let value: (Double) -> Double

    private static let count = 1_000_000

    /// What is measured; to measure more of `Motion`, add to the list.
    static var all: [Evaluation] {
        let spring = Spring.bouncy
        let easing = Segment(from: -3, to: 5, begin: 0, duration: 1, curve: .easeInOut)
        let hermite = Segment(
            from: -3, to: 5, begin: 0, duration: 1, curve: .hermite(startVelocity: 4, endVelocity: -2))
        // Every kind in turn, as a property that changes with every beat has them.
        let kinds: [MotionCurve] = [
            .easeInOut, hermite.curve, .spring(.bouncy, initialVelocity: 1), .bezier(x1: 0.2, y1: 0, x2: 0, y2: 1),
        ]
        let segments = (0..<8).map { beat in
            Segment(
                from: Double(beat % 2), to: Double(1 - beat % 2), begin: Double(beat), duration: 0.9,
                curve: kinds[beat % kinds.count])
        }
        return [
            Evaluation(name: "`UnitCurve.easeInOut`", value: UnitCurve.easeInOut.value),
            Evaluation(
                name: "`UnitCurve.bezier`, steep", limit: .none,
                value: UnitCurve.bezier(x1: 0.9, y1: 0, x2: 0.1, y2: 1).value),
            Evaluation(name: "`Spring.bouncy`", span: 2) {
                spring.value(target: 1, initialVelocity: 1, time: $0)
            },
            Evaluation(name: "`Segment`, easeInOut", value: easing.value),
            Evaluation(name: "`Segment`, Hermite", value: hermite.value),
            Evaluation(name: "eight segments", span: 8) { segments.value(at: $0) ?? .nan },
        ]
    }

    /// How fast each is, and how often they allocate.
    static func measure() -> [Figure] {
        let all = Self.all
        return all.map(\.speed) + [
            Figure(
                name: "… allocations in a million values of each", value: all.map(\.allocations).reduce(0, +), unit: "",
                decimals: 0, limit: .atMost(0))
        ]
    }

    /// Values in a second: the median of five rounds.
    private var speed: Figure {
        let rounds = (0..<5).map { _ in
            let start = Clock.nowNs
            let sum = sumOfValues()
            let seconds = Double(Clock.nowNs - start) / 1e9
            // The sum is used, so that it is computed.
            return sum.isFinite ? Double(Self.count) / seconds / 1e6 : .nan
        }
        return Figure(name: "\(name): values", value: Spread(rounds).median, unit: "million/s", limit: limit)
    }

    /// How often a million values allocate; NaN where the counter does not count.
    private var allocations: Double {
        let before = thread_allocations()
        let sum = sumOfValues()
        let made = thread_allocations() - before
        guard Self.array(of: sum).count == 1, thread_allocations() > before + made else { return .nan }
        return Double(made)
    }

    /// An allocation, to see whether it is counted.
    @inline(never)
    private static func array(of value: Double) -> [Double] { [value] }

    private func sumOfValues() -> Double {
        let step = span / Double(Self.count)
        var sum = 0.0
        for number in 0..<Self.count { sum += value(Double(number) * step) }
        return sum
    }
}
