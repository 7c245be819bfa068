// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// How an attack may rise: amplitude in a straight line, over a number of energies, to a part of the loudest energy.
struct Ramp {
    let frames: Double
    let rise: Double
    let level: Double
}

/// How likely energies are, where they are those of noise at first and from somewhere on a ramp is added to it.
///
/// An energy of a random sound with the mean v has the likelihood exp(−e / v) / v, to a power.
struct Likelihood {
    private let energies: [Float]
    private let top: Double, noise: Double, weight: Double
    /// The sum of the terms of noise, up to each energy.
    private let quiet: [Double]

    init(_ energies: [Double], noise: Double, top: Double, weight: Double) {
        // As multiples of the noise: so they fit into single precision.
        self.energies = energies.map { Float($0 / noise) }
        (self.noise, self.top, self.weight) = (noise, top / noise, weight)
        var sum = 0.0
        quiet =
            [0]
            + energies.map { energy in
                sum += energy / noise
                return sum
            }
    }

    /// Where all ramps together put the crossing of a part of the loudest energy, in energies; the likeliest ramp; and by how much it
    /// is likelier than none.
    func best(of ramps: [Ramp], crossing: Double) -> (at: Double, ramp: Ramp, evidence: Double) {
        let rows = ramps.map(row)
        var (greatest, ramp) = (-Double.infinity, ramps[0])
        for (row, candidate) in zip(rows, ramps) {
            if let value = row.max(), value > greatest { (greatest, ramp) = (value, candidate) }
        }
        var (sum, total) = (0.0, 0.0)
        for (row, candidate) in zip(rows, ramps) {
            let crosses = candidate.frames * min(1, crossing / candidate.level).squareRoot()
            for (index, value) in row.enumerated() where value > greatest - 30 {
                let share = exp(value - greatest)
                total += share
                sum += share * (Double(index) + crosses)
            }
        }
        let none = -weight * (quiet.last ?? 0)
        return (total > 0 ? sum / total : 0, ramp, greatest - none)
    }

    /// The logarithm of the likelihood for a ramp that begins at each of the energies.
    private func row(_ ramp: Ramp) -> [Double] {
        let count = energies.count
        var inverse = [Float](repeating: 0, count: count)
        var logarithms = [0.0]
        logarithms.reserveCapacity(count + 1)
        for index in 0..<count {
            let amplitude = min((Double(index) + 0.5) / ramp.frames, 1)
            let mean = 1 + top * ramp.level * amplitude * amplitude
            inverse[index] = Float(1 / mean)
            logarithms.append(logarithms[index] + log(mean))
        }
        var fit = [Float](repeating: 0, count: count)
        unsafe fit.withUnsafeMutableBufferPointer { fit in
            unsafe energies.withUnsafeBufferPointer { energies in
                for index in 0..<count {
                    let factor = inverse[index]
                    for start in 0..<(count - index) { unsafe fit[start] += factor * energies[start + index] }
                }
            }
        }
        return (0..<count).map { -weight * (quiet[$0] + Double(fit[$0]) + logarithms[count - $0]) }
    }
}
