// SPDX-License-Identifier: Apache-2.0

/// A function on 0...1 as straight pieces: CSS Easing Level 2, `linear(…)`.
///
/// Pieces are halved until none leaves the function by more than a bound at seven places between its ends, so the
/// first ones must be short enough that the function bends little more than once in each. Jumps become steep pieces.
/// At 100,000 pieces the halving stops, since a longer easing is of no use.
struct LinearEasing {
    struct Stop {
        var input: Double
        var output: Double
    }

    private static let mostPieces = 100_000

    private(set) var stops: [Stop] = []

    init(pieces: Int, maximumError: Double, _ function: (Double) -> Double) {
        // Between the places that are looked at the error may be a little larger.
        let bound = maximumError * 0.9
        func fits(_ a: Stop, _ b: Stop) -> Bool {
            (1...7).allSatisfy { eighth in
                let part = Double(eighth) / 8
                let straight = a.output + (b.output - a.output) * part
                // A value that is no number counts as near enough: halving would not end there.
                return !(abs(function(a.input + (b.input - a.input) * part) - straight) > bound)
            }
        }
        func add(_ a: Stop, _ b: Stop, depth: Int) {
            if depth == 0 || stops.count >= Self.mostPieces || fits(a, b) {
                stops.append(b)
                return
            }
            let middle = (a.input + b.input) / 2
            let stop = Stop(input: middle, output: function(middle))
            add(a, stop, depth: depth - 1)
            add(stop, b, depth: depth - 1)
        }
        var last = Stop(input: 0, output: function(0))
        stops.append(last)
        for piece in 1...Swift.max(1, pieces) {
            let input = Double(piece) / Double(Swift.max(1, pieces))
            let next = Stop(input: input, output: function(input))
            add(last, next, depth: 24)
            last = next
        }
    }

    /// The easing as CSS, with outputs rounded by at most an error.
    func css(error: Double) -> String {
        let stops = stops.map { stop in
            let output = Number.shortest(Self.rounded(stop.output, error))
            return "\(output) \(Number.shortest(Self.rounded(stop.input * 100, 1e-9)))%"
        }
        return "linear(\(stops.joined(separator: ",")))"
    }

    /// The number with as few decimal places as an error allows.
    private static func rounded(_ number: Double, _ error: Double) -> Double {
        var scale = 1.0
        while scale < 1e15, 0.5 / scale > error { scale *= 10 }
        let rounded = (number * scale).rounded() / scale
        return rounded == 0 ? 0 : rounded.isFinite ? rounded : number
    }
}
