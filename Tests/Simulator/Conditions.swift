// SPDX-License-Identifier: Apache-2.0

internal import SeededRandom

/// What a world is like: drawn from a seed, so that some are calm and some are not.
package struct Conditions: Sendable {
    /// How the card is off: its crystal, in parts per million, and the frames by which its pointer moves.
    package var card = Card.exact
    /// The frames per second of the card, and of all sounds.
    package var rate = 48_000
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
        func fields(rate: Int) -> String {
            let others =
                switch self {
                case .exact, .fast: ""
                case .slow: "latency \(rate / 50)"
                case .bursty: "quantum \(rate / 750) latency \(rate / 500)"
                }
            return "rate \(rate) channels 8 ppm \(partsPerMillion) \(others)"
        }
    }

    /// The rates of cards. What is played at a low one is rendered sooner, so most have that.
    static let rates = [8000, 8000, 8000, 8000, 8000, 11_025, 11_025, 16_000, 44_100, 48_000]

    /// How long a frame lasts.
    var frameNs: Double { 1e9 / Double(rate) }

    package init() {}

    /// Those that are drawn from a seed.
    package init(ofSeed seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        self.init(&random)
    }

    /// Those that a failure is told with; nil for another text.
    package init?(_ description: String) {
        let words = description.split { ", .".contains($0) }
        guard words.count == 14, let card = Card(rawValue: String(words[0])), let rate = Int(words[3]), rate > 0,
            let lateMs = Int(words[5]), let least = Int(words[9]), let most = Int(words[10]), least <= most,
            let seed = UInt64(words[13]), lateMs >= 0, least >= 0
        else { return nil }
        self.init()
        (self.card, self.rate, self.lateMs, self.workMs, self.seed) = (card, rate, lateMs, least...most, seed)
    }

    /// Draws them.
    init(_ random: inout SeededGenerator) {
        card = Card.allCases.randomElement(using: &random) ?? .exact
        rate = Self.rates.randomElement(using: &random) ?? 48_000
        lateMs = [1, 1, 2, 5, 9].randomElement(using: &random) ?? 1
        // Bursts that are always seen later than this are no clock: the daemon falls silent to look at them anew.
        if card == .bursty { lateMs = min(lateMs, 2) }
        workMs = [0...0, 0...0, 1...20, 5...400].randomElement(using: &random) ?? 0...0
        seed = random.next()
    }
}

extension Conditions: CustomStringConvertible {
    package var description: String { "\(card) card of \(rate) Hz, \(lateMs) ms late, work \(workMs) ms, seed \(seed)" }
}
