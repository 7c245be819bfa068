// SPDX-License-Identifier: Apache-2.0

/// How many changes of the music can be undone and redone.
public struct HistoryState: WireRecord {
    /// How many can be undone, 100 at most.
    public var undo = 0
    /// How many of the undone ones can be redone.
    public var redo = 0

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<HistoryState>(
        "history", "Changes of the music that were asked for.",
        [
            .member("undo", \.undo, "How many can be undone."),
            .member("redo", \.redo, "How many can be made again."),
        ])
}
