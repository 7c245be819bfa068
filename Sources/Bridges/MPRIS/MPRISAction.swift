// SPDX-License-Identifier: Apache-2.0

package import MetronomeControl

/// What the bridge to media players does next.
package enum MPRISAction: Sendable, Hashable {
    /// The player's name is taken on the bus, or given back.
    case own(Bool)
    /// A call is answered.
    case answer(Int64, [BusValue])
    /// A call is refused.
    case refuse(Int64, BusRefusal)
    /// A signal of the player is sent.
    case signal(interface: String, member: String, [BusValue])
    /// The daemon is asked; the purpose says what its answer is for.
    case request(String, [String: JSONValue], MPRISPurpose)
}

/// What an answer of the daemon is for.
package enum MPRISPurpose: Sendable, Hashable {
    /// A caller is told that it was done.
    case call(Int64)
    /// The music has stopped, and the next start begins with this bar; the caller is told then.
    case rest(bar: Int, call: Int64)
    /// The sections of the song.
    case song
    /// Nobody is told.
    case nobody
}
