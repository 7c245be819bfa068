// SPDX-License-Identifier: Apache-2.0

public import MetronomeRhythm
public import MetronomeSession

/// What a request asks of the presets.
public enum PresetCall: Sendable, Hashable {
    /// What plays is kept.
    case save(LibraryName)
    /// What was kept is played.
    case load(LibraryName, at: Cue = .now)
    case list
    /// What it says is told; nil: what a preset of what is set would say.
    case show(LibraryName?)
    case remove(LibraryName)
}

/// What a request asks of the grooves.
public enum GrooveCall: Sendable, Hashable {
    /// The lanes and the meter of a groove, nil: no lanes, and the meter from before the groove; with a tempo, if one is asked for.
    case play(Groove?, tempo: TempoChange? = nil, at: Cue = .now)
    /// The lanes of a groove that the user has saved.
    case playSaved(LibraryName, tempo: TempoChange? = nil, at: Cue = .now)
    /// The lanes and the meter that are set are kept.
    case save(LibraryName)
    case list
    case remove(LibraryName)
}

/// What a request asks of the set lists.
public enum SetListCall: Sendable, Hashable {
    /// Its first entry is played; with bars of count-in before each of its presets in place of those that its file says.
    case load(LibraryName, countIn: Int? = nil, at: Cue = .now)
    /// What is ready is started; else the next entry is played, or the last one stops.
    case advance(at: Cue = .bar)
    /// The entry is played that lies this number of places farther.
    case step(Int, at: Cue = .bar)
    /// The entry of that number or name is played.
    case go(String, at: Cue = .bar)
    /// All entries are told; nil: of the one that is loaded.
    case show(LibraryName?)
    case list
    /// It gets or loses entries, or has them in another order.
    case edit(LibraryName, SetListEdit)
    /// All of it is deleted.
    case remove(LibraryName)
    /// None is loaded any more.
    case close
}

/// A change of the entries of a set list. Places are counted from 1; an entry is named by its number or its name.
public enum SetListEdit: Sendable, Hashable {
    /// Presets by name, and songs by path, with what is said of them, at a place; nil: at the end.
    case add([String], place: Int? = nil, bars: Int? = nil, note: String? = nil)
    /// An entry is taken out.
    case remove(String)
    /// What is said of an entry: its length in bars, 0 for its own, and its note, empty for none. Nil leaves one as it is.
    case change(String, bars: Int? = nil, note: String? = nil)
    /// An entry is put at a place.
    case move(String, to: Int)
}
