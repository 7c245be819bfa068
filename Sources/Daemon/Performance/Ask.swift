// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

/// What somebody asks for, with what was read for it so far.
///
/// Its turn is tried, and where a file is needed, tried again when the file has been read.
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
        /// The entry at the place of a set list is played; where it `passes`, one that cannot be played is passed over.
        case entry(of: SetList, at: Cue, passes: Bool = false)
        /// What the file of the song says now is played.
        case songFile(SongSource)
        /// What the file of a set list says now is in force.
        case setListFile(LibraryName)
        /// The sounds of the settings are ready.
        case sounds

        /// The error as whoever asked is told it. Of an entry of a set list a file is at fault, and no parameter but its place.
        func told(_ error: ControlError) -> ControlError {
            guard case .entry = self, error.param != "at" else { return error }
            var told = error
            (told.param, told.allowed) = (nil, nil)
            return told
        }
    }

    /// What files held.
    struct Loaded: Equatable {
        var song: SongCourse?
        var scene: UserLibrary.Reading?
        var setList: SetList?
        var groove: Groove?
        /// Where the file of the song, or of the set list, is.
        var path = ""
        /// Whether all sounds are ready that were asked for.
        var hasSounds = false
    }

    let id: ID
    /// Who asks; nil: the daemon itself.
    var client: Performance.Client?
    var wish: Wish
    var loaded = Loaded()

    /// The set list that it leads to, at the place of an entry; nil for none.
    var list: SetList? { if case .entry(let list, _, _) = wish { list } else { nil } }
}
