// SPDX-License-Identifier: Apache-2.0

internal import MetronomeSession

/// What an edit came by.
enum EditSource: Equatable {
    /// A client asks for new values, which may be one of several on the way of a slider.
    case request(History.Gesture? = nil)
    /// A player does, by a gesture of several edits, which are undone together.
    case gesture(Int)
    /// A client asks to undo or to redo: the edit of that step, whatever its tempo becomes.
    case history(History.Direction, Edit)
    /// The configuration was read again, or a device has another offset.
    case other

    /// The gesture that the edit is part of; nil for none.
    var gesture: History.Gesture? {
        switch self {
        case .request(let gesture): gesture
        case .gesture(let number): History.Gesture(number)
        case .history, .other: nil
        }
    }
}

/// The word by which a request names a key, for an error.
enum Naming {
    /// The parameter of the key's own command.
    case command
    /// The name under which several keys are set at once.
    case setting
    /// One word, whichever key it is.
    case word(String)

    /// The name of a key as a parameter of the request; nil where it has none.
    func parameter(_ key: Key?) -> String? {
        guard let key else { return nil }
        return switch self {
        case .command: key.form == .offsets ? "by_ms" : key.command?.parameter
        case .setting: key.settingName
        case .word(let word): word
        }
    }
}
