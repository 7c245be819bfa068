// SPDX-License-Identifier: Apache-2.0

import Simulator
import Testing

/// All that plays in virtual time, which is that of the whole process: one test after the other.
@Suite(.serialized, .timeLimit(.minutes(10))) enum Simulations {
    /// What comes of a script on a card of few frames, which is the quickest.
    static func outcome(_ text: String) throws -> Simulation.Outcome {
        var conditions = Conditions()
        conditions.rate = 8000
        return try Simulation.outcome(of: text, conditions)
    }
}
