// SPDX-License-Identifier: Apache-2.0

/// The straight line through clicks that should be `period` seconds apart, and how far they are from it.
struct Line {
    /// The root of the mean square of the distances, in µs.
    let jitter: Double
    /// The largest distance, in µs.
    let worst: Double
    /// How much slower than asked, in ppm.
    let drift: Double
    /// Beats on which there was no click.
    let missed: Int

    /// Through clicks at these times, in seconds; at least two.
    init(through times: [Double], period: Double) {
        var beats = [0.0]
        for (previous, following) in zip(times, times.dropFirst()) {
            beats.append((beats.last ?? 0) + max(1, ((following - previous) / period).rounded()))
        }
        let count = Double(times.count)
        let meanBeat = beats.reduce(0, +) / count
        let meanTime = times.reduce(0, +) / count
        let spread = beats.reduce(0) { $0 + ($1 - meanBeat) * ($1 - meanBeat) }
        let common = zip(beats, times).reduce(0) { $0 + ($1.0 - meanBeat) * ($1.1 - meanTime) }
        let slope = spread > 0 ? common / spread : period
        let errors = zip(beats, times).map { $1 - meanTime - slope * ($0 - meanBeat) }
        jitter = (errors.reduce(0) { $0 + $1 * $1 } / count).squareRoot() * 1e6
        worst = errors.reduce(0) { max($0, abs($1)) } * 1e6
        drift = (slope / period - 1) * 1e6
        missed = Int(beats.last ?? 0) + 1 - times.count
    }
}
