// SPDX-License-Identifier: Apache-2.0

public import Session

/// What a request asks of the presets.
public enum PresetCall: Sendable, Hashable {
    /// What plays is kept.
    case save(PieceName)
    /// What was kept is played.
    case load(PieceName, at: Cue = .now)
    case list
    case show(PieceName)
    case remove(PieceName)
}

/// What a request asks of the set lists.
public enum SetListCall: Sendable, Hashable {
    /// Its first entry is played.
    case load(PieceName, at: Cue = .now)
    /// The entry is played that is so many places farther.
    case step(Int, at: Cue = .bar)
    /// The entry of that number or name is played.
    case go(String, at: Cue = .bar)
    /// All entries are told; nil: of the one that is loaded.
    case show(PieceName?)
    case list
    /// Presets by name, and songs by path, become its last entries.
    case add(PieceName, [String])
    /// The entry of that number is taken out; nil: all of it.
    case remove(PieceName, entry: Int?)
    /// None is loaded any more.
    case close
}
