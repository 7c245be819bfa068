// SPDX-License-Identifier: Apache-2.0

import MetronomeControl

extension BellState {
    /// When it rings, from the members of the wire form: `bell on beat 1 of every 4`.
    static func sentence(every: JSONValue?, on: JSONValue?) -> String {
        guard let every = every?.integer, let on = on?.integer else { return "bell off" }
        return every == 1 ? "bell on every beat" : "bell on beat \(on) of every \(every)"
    }

    var sentence: String {
        Self.sentence(every: .integer(Int64(every)), on: .integer(Int64(on)))
    }
}
