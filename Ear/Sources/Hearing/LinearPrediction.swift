// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// How a frame follows from those before it, in a sound: a filter that leaves only what is new.
struct LinearPrediction {
    /// What each of the frames before is multiplied with to be taken off; the first one is 1.
    let coefficients: [Double]

    /// Of some frames, each predicted by the `order` frames before it.
    init(of frames: ArraySlice<Double>, order: Int) {
        let count = frames.count
        let mean = frames.reduce(0, +) / Double(max(1, count))
        let windowed = frames.enumerated().map { index, frame in
            (frame - mean) * (0.5 - 0.5 * cos(2 * .pi * Double(index) / Double(max(1, count - 1))))
        }
        var correlation = (0...order).map { lag in
            lag < count ? zip(windowed.dropFirst(lag), windowed).reduce(0) { $0 + $1.0 * $1.1 } : 0
        }
        correlation[0] = correlation[0] * (1 + 1e-5) + 1e-12

        // Levinson and Durbin's recursion.
        var a = [1.0] + [Double](repeating: 0, count: order)
        var error = correlation[0]
        for step in stride(from: 1, through: order, by: 1) {
            var sum = correlation[step]
            for index in 1..<step { sum += a[index] * correlation[step - index] }
            let reflection = -sum / error
            let before = a
            for index in 1..<step { a[index] = before[index] + reflection * before[step - index] }
            a[step] = reflection
            error *= 1 - reflection * reflection
        }
        coefficients = a
    }

    /// What is new in each frame from an index on, before which as many frames must lie as the order.
    func residual(of frames: [Double], from first: Int) -> [Double] {
        (first..<frames.count).map { index in
            var sum = 0.0
            for (lag, coefficient) in coefficients.enumerated() { sum += coefficient * frames[index - lag] }
            return sum
        }
    }

    /// The sound whose residual is given, each resonance damped by a factor for a frame.
    func resonance(of residual: [Double], damped factor: Double) -> [Double] {
        var weights = coefficients
        var power = 1.0
        for lag in weights.indices {
            weights[lag] *= power
            power *= factor
        }
        var sound = residual
        for index in sound.indices {
            for lag in 1..<weights.count where lag <= index { sound[index] -= weights[lag] * sound[index - lag] }
        }
        return sound
    }
}
