// SPDX-License-Identifier: Apache-2.0

/// A straight line by least squares, a point at a time.
/// Source: B. P. Welford, "Note on a method for calculating corrected sums of squares and products", Technometrics 4 (1962).
struct StraightLine: Sendable, Hashable {
    private(set) var count = 0.0
    private var meanBeat = 0.0
    private var meanTime = 0.0
    /// The sum of the products of the distances of beats and times from their means.
    private(set) var products = 0.0
    /// The sum of the squared distances of the beats from their mean.
    private(set) var spread = 0.0

    init(_ points: [(Double, Double)] = []) { for point in points { add(point) } }

    mutating func add(_ point: (beat: Double, time: Double)) {
        count += 1
        let distance = point.beat - meanBeat
        meanBeat += distance / count
        meanTime += (point.time - meanTime) / count
        spread += distance * (point.beat - meanBeat)
        products += distance * (point.time - meanTime)
    }

    /// Whether the points make a line that goes on: not where the beats are all one.
    var isLine: Bool { spread > 0 && products > 0 }

    var period: Double { products / spread }

    var origin: Double { meanTime - period * meanBeat }

    func time(ofBeat beat: Double) -> Double { meanTime + period * (beat - meanBeat) }
}
