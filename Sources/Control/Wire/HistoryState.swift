// SPDX-License-Identifier: Apache-2.0

/// How many changes of the music can be undone and redone.
public struct HistoryState: Sendable, Hashable, Codable {
    /// How many can be undone, 100 at most.
    public var undo: Int
    /// How many of the undone ones can be redone.
    public var redo: Int

    /// All of its parts.
    public init(undo: Int, redo: Int) {
        self.undo = undo
        self.redo = redo
    }
}
