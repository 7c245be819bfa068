// SPDX-License-Identifier: Apache-2.0

internal import SeededRandom

/// What a world is like: drawn from a seed, so that some are calm and some are not.
package struct Conditions: Sendable {
    /// How the card is off: its crystal, in parts per million, and the frames by which its pointer moves.
    package var card = Card.exact
    /// How late the event loop and the real-time thread run at most, in ms.
    package var lateMs = 1
    /// How long a worker takes, in ms.
    package var workMs = 0...0
    /// From which all that is left to chance follows.
    package var seed: UInt64 = 0

    /// The cards of the simulator.
    package enum Card: String, CaseIterable, Sendable {
        case exact, fast, slow, bursty

        /// By how much it plays too fast.
        var partsPerMillion: Int {
            switch self {
            case .exact: 0
            case .fast: 180
            case .slow: -150
            case .bursty: 40
            }
        }

        /// Its fields in a configuration of ALSA.
        var fields: String {
            let others =
                switch self {
                case .exact, .fast: ""
                case .slow: "latency 960"
                case .bursty: "quantum 64 latency 96"
                }
            return "ppm \(partsPerMillion) \(others)"
        }
    }

    package init() {}

    /// Those that are drawn from a seed.
    package init(ofSeed seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        self.init(&random)
    }

    /// Draws them.
    init(_ random: inout SeededGenerator) {
        card = Card.allCases.randomElement(using: &random) ?? .exact
        lateMs = [1, 1, 2, 5].randomElement(using: &random) ?? 1
        workMs = [0...0, 0...0, 1...20, 5...400].randomElement(using: &random) ?? 0...0
        seed = random.next()
    }
}

extension Conditions: CustomStringConvertible {
    package var description: String { "\(card) card, \(lateMs) ms late, work \(workMs) ms, seed \(seed)" }
}
