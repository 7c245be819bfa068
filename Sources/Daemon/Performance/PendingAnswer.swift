// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeSession

/// How somebody is answered, once it is known what became of a request to the transport.
struct PendingAnswer: Equatable {
    enum Kind: Equatable {
        case nothing
        /// Where it began to play, or stopped.
        case place([String: JSONValue])
        /// Where an edit holds, with these values; the members of the status are told that it has changed.
        case edit(Edit, [String: JSONValue], changed: [String], isNewTempo: Bool)
        /// Where a change that waits will hold, with these values; of a change of the song with the song after it.
        case pending(Int, [String: JSONValue], ChangedSong?)
        /// Which changes do not wait any more.
        case cancelled([Int])
        /// The beat with which a bar begins.
        case bar
        /// Where a set list stays.
        case setList
        /// The music was over; whether the next entry of the set list is to follow, or which one.
        case musicOver(isEntry: Bool, SetList?)
    }

    /// The song after a change that waits.
    struct ChangedSong: Equatable {
        let song: LoadedSong?
        /// Whether it begins anew there, elsewhere than where the song is heard.
        let isElsewhere: Bool
    }

    /// An answer that is known but for the first beat in its new phase.
    struct PhaseAnswer: Equatable {
        let ask: Ask.ID
        let change: Change
    }

    /// Whom it is for; nil: nobody.
    var ask: Ask.ID?
    var form = Kind.nothing
    /// What the answer says besides.
    var more: [String: JSONValue] = [:]
    /// Whether it tells the first beat in its new phase.
    var isOfPhase = false

    /// Says which changes that waited are taken back, where there are any.
    mutating func tell(cancelled ids: [Int]) {
        if !ids.isEmpty { more["cancelled"] = .array(ids.map { .integer(Int64($0)) }) }
    }

    /// An answer for somebody; nil: for nobody.
    init(_ ask: Ask? = nil, more: [String: JSONValue] = [:]) {
        self.ask = ask?.id
        self.more = more
    }
}
