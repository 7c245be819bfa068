// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

/// What is to be read, or written, off the event loop.
enum Load: Sendable {
    /// Kept sounds are not read again, and what the samples have of them is not made again.
    case sounds([SoundChoice], kept: SoundSet, SampleSet)
    case song(SongSource)
    /// A preset, or an entry of a set list.
    case scene(SetList.Source)
    case setList(LibraryName)
    case soundList
    case songList
    /// What was played on a number of days, of which today is the last.
    case journal(days: Int)
    case presets
    case preset(LibraryName)
    case setLists
    case groove(LibraryName)
    case grooves
    case save(PresetFile, LibraryName, among: Shelf)
    case remove(LibraryName, from: Shelf)
    case editSetList(LibraryName, SetListEdit)

    /// Files of the user.
    enum Shelf: Sendable {
        case presets, setLists, grooves
    }

    /// What was read.
    enum Content: Sendable {
        case sounds(SoundSet, SampleSet)
        case song(SongCourse, notes: [String], path: String)
        case scene(UserLibrary.Reading)
        case groove(Groove)
        case setList(SetList, path: String = "")
        /// What is answered as it is.
        case found(any Encodable & Sendable)
    }
}
