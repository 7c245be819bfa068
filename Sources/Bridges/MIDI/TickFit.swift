// SPDX-License-Identifier: Apache-2.0

/// A straight line through the times of the newest clocks, by least squares: when which clock is due, and how long one lasts.
///
/// Times are in seconds from the first clock that was ever taken.
struct TickFit: Sendable, Hashable {
    /// How many clocks a fit needs, and how many it uses at most.
    static let counts = 24...96
    /// How many of the newest clocks show a tempo that has changed slowly.
    private static let newest = 12
    /// How far these clocks lie to one side by chance, as a part of the scatter: 3 standard deviations of their mean.
    private static let bends = 0.86
    /// The scatter that is always reckoned with, in seconds.
    private static let leastScatter = 1e-4

    /// A clock: its number and its time.
    struct Tick: Sendable, Hashable {
        var number: Double
        var seconds: Double
    }

    private(set) var ticks: [Tick] = []
    private var middle = Tick(number: 0, seconds: 0)
    /// How long a clock lasts, in seconds; nil before the second one.
    private(set) var period: Double?
    /// The root of the mean square of what the clocks lie off the line, in seconds.
    private(set) var scatter = 0.0

    /// Whether the tempo is known.
    var isSettled: Bool { ticks.count >= Self.counts.lowerBound }

    init(_ ticks: [Tick] = []) {
        self.ticks = ticks
        fit()
    }

    /// The time at which a clock is due; nil before the second one.
    func seconds(ofClock number: Double) -> Double? {
        period.map { middle.seconds + (number - middle.number) * $0 }
    }

    /// Takes the next clock.
    mutating func add(_ tick: Tick) {
        ticks.append(tick)
        if ticks.count > Self.counts.upperBound { ticks.removeFirst() }
        fit()
        // Where the newest lie all to one side, the older ones have another tempo.
        while ticks.count >= 2 * Self.counts.lowerBound, abs(bend) > Self.bends * max(scatter, Self.leastScatter) {
            ticks.removeFirst(ticks.count / 4)
            fit()
        }
    }

    /// How far the newest lie off the line on average, in seconds.
    private var bend: Double {
        ticks.suffix(Self.newest).reduce(0) { $0 + $1.seconds - (seconds(ofClock: $1.number) ?? $1.seconds) }
            / Double(Self.newest)
    }

    private mutating func fit() {
        guard ticks.count > 1 else {
            (middle, period, scatter) = (ticks.first ?? middle, nil, 0)
            return
        }
        let count = Double(ticks.count)
        middle = Tick(
            number: ticks.reduce(0) { $0 + $1.number } / count, seconds: ticks.reduce(0) { $0 + $1.seconds } / count)
        var (across, along) = (0.0, 0.0)
        for tick in ticks {
            across += (tick.number - middle.number) * (tick.seconds - middle.seconds)
            along += (tick.number - middle.number) * (tick.number - middle.number)
        }
        let slope = across / along
        period = slope
        let squares = ticks.reduce(0.0) { sum, tick in
            let error = tick.seconds - middle.seconds - slope * (tick.number - middle.number)
            return sum + error * error
        }
        scatter = (squares / count).squareRoot()
    }
}
