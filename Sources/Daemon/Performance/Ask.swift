// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Rhythm
internal import Session
internal import Songs

/// What somebody asks for, with what was read for it so far.
///
/// What is needed of files is read before its turn takes place: the turn is tried, and tried again when that has been read.
struct Ask: Equatable {
    /// Tells asks apart: those of clients from 1, those of the daemon itself below 0.
    typealias ID = Int

    enum Wish: Equatable {
        case call(Call)
        /// Values that the configuration states otherwise than before.
        case configuration(Edit)
        /// A run is played on.
        case resumption(SavedRun)
        /// A change that was proposed holds, with the tempo that the owner of the clock has taken.
        case taken(Edit, by: EditSource, more: [String: JSONValue])
        /// The entry at the place of a set list is played.
        case entry(of: SetList, at: Cue)
        /// What the file of the song says now is played.
        case songFile(SongSource)
        /// What the file of a set list says now is in force.
        case setListFile(PieceName)
        /// The sounds of the settings are ready.
        case sounds
    }

    /// What files held.
    struct Loaded: Equatable {
        var song: SongCourse?
        var piece: PieceLibrary.Reading?
        var setList: SetList?
        /// Where the file of that is.
        var path = ""
        /// Whether all sounds are ready that were asked for.
        var hasSounds = false
    }

    let id: ID
    /// Who asks; nil: the daemon itself.
    var client: Performance.Client?
    var wish: Wish
    var loaded = Loaded()
    /// Under a number.
    init(id: ID, client: Performance.Client? = nil, wish: Wish) {
        (self.id, self.client, self.wish) = (id, client, wish)
    }

    /// The set list that it leads to, at the place of an entry; nil for none.
    var list: SetList? { if case .entry(let list, _) = wish { list } else { nil } }
}

/// What an edit came by.
enum EditSource: Equatable {
    /// A client asks for new values.
    case request
    /// A player does, by a gesture of several edits, which are undone together.
    case gesture(Int)
    /// A client asks to undo or to redo.
    case history(History.Direction)
    /// The configuration was read again, or a device has another offset.
    case other
}

/// By what word a request names a key, for an error.
enum Naming {
    /// By the parameter of the key's own command.
    case command
    /// By the name under which several are set.
    case setting
    /// By one word, whichever key it is; nil: by none.
    case word(String?)

    func parameter(_ key: Key?) -> String {
        switch self {
        case .command: key.map { $0.command?.parameter ?? "by" } ?? ""
        case .setting: key?.settingName ?? ""
        case .word(let word): key.flatMap { _ in word } ?? ""
        }
    }
}

/// How somebody is answered, once it is known what became of a request to the transport.
struct PendingAnswer: Equatable {
    enum Form: Equatable {
        case nothing
        /// Where it began to play, or stopped.
        case place([String: JSONValue])
        /// Where an edit holds, with these values; the members of the status are told that it has changed.
        case edit(Edit, [String: JSONValue], changed: [String], isNewTempo: Bool)
        /// Where a change that waits will hold.
        case pending(Int, [String: JSONValue])
        /// Which changes do not wait any more.
        case cancelled([Int])
        /// With which beat a bar begins.
        case bar
        /// Where a set list stays.
        case setList
        /// The music was over; whether the next entry of the set list is to follow, or which one.
        case musicOver(isEntry: Bool, SetList?)
    }

    /// Whom it is for; nil: nobody.
    var ask: Ask.ID?
    var form = Form.nothing
    /// What the answer says besides.
    var more: [String: JSONValue] = [:]
    /// Whether it tells the first beat in its new phase.
    var isOfPhase = false

    /// For somebody; nil: for nobody.
    init(_ ask: Ask? = nil, more: [String: JSONValue] = [:]) {
        self.ask = ask?.id
        self.more = more
    }
}

extension SongSource {
    /// The file of a song that is loaded.
    init(_ song: LoadedSong) {
        self.init(path: song.path, format: song.format.flatMap(SongFormat.init(rawValue:)))
    }
}
