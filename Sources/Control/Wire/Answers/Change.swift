// SPDX-License-Identifier: Apache-2.0

internal import MetronomeSession

/// The result of a change: from when it holds, and the new values.
///
/// On the wire one flat object: `{"at_beat":411.372,"at_ns":81234567890123,"bpm":120,"run":3}`.
public struct Change: WireRecord {
    /// Which start it holds in, 1 for the daemon's first; while stopped the last one, 0 before the first.
    public var run = 0
    /// The position from which it holds, in beats since the start; nil while stopped.
    public var atBeat: Double?
    /// The CLOCK_MONOTONIC time at which that is heard; nil while stopped.
    public var atNs: Int64?
    /// The bar in which that is, below 1 in a count-in; nil while stopped.
    public var atBar: Int?
    /// The beat of that bar, from 1; nil while stopped.
    public var atBarBeat: Int?
    /// The new values, such as `bpm`.
    public var values: [String: JSONValue] = [:]

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<Change>(
        "change", "From when a change holds, and the values that it led to.",
        [
            .others(\.values),
            .member("run", \.run, "Which start: 1 for the daemon's first, 0 before it."),
            .orNull(
                "at_beat", \.atBeat,
                "The position from which it holds, in beats since the start; `null` while stopped."),
            .orNull(
                "at_ns", \.atNs,
                "When that is heard, CLOCK_MONOTONIC; `null` while stopped, and for a place of a song that is not planned yet."
            ),
            .orNull("at_bar", \.atBar, "The bar in which that is, below 1 in a count-in; `null` while stopped."),
            .orNull("at_bar_beat", \.atBarBeat, "The beat of that bar, from 1; `null` while stopped."),
            .value("playing", .flag, "Whether it plays."),
            .value("played_s", .number, "Of a stop: how long was played, in seconds, the count-in apart."),
            .value("played_bars", .integer, "Of a stop: the bars of which a beat was played, the count-in apart."),
            .value("pending", .integer, "The number of the change, while it waits for its place."),
        ] + settings + [
            .value("sounds", SoundNames.form, "The sounds in use."),
            .value("offset_ms", .number, "How much later the device is heard than it reports, in milliseconds."),
            .value("device", .text, "The device that the offset is for."),
            .value("nudge_ms", .number, "By how much later the beats are heard."),
            .value("tap", TapState.form, "What the taps have led to."),
            .value("score", ScoreState.form, "How the taps lie to the beats."),
            .value("song", .orNull(SongState.form), "The song; `null` for none."),
            .value("setlist", .orNull(SetListState.form), "The set list; `null` for none."),
            .value(
                "left_out", .list(.text),
                "Of `undo` and `redo`: the settings that are left as they are, for their former values no longer fit."),
            .value("after_song", .flag, "Of `undo` and `redo`: `true` where they hold once the song is unloaded."),
            .value("taken_back", PendingState.form, "Of `undo`: the change that waited."),
            .value(
                "takes_back", .list(.integer),
                "The numbers of changes that wait and are taken back once it holds: the music from there on has no such places."
            ),
            .value("cancelled", .list(.integer), "The numbers of changes that waited and are taken back at once."),
        ])

    private static let settings: [Record<Change>.Row] = Key.all.compactMap { key in
        guard let name = key.command?.parameter ?? key.statusName, !name.contains(".") else { return nil }
        return .value(name, key.form.valueForm, key.reference(name))
    }
}

extension Record<Change>.Row {
    /// One of the values, which most changes leave out.
    fileprivate static func value(
        _ name: String, _ form: @autoclosure @escaping @Sendable () -> ValueForm,
        _ summary: @autoclosure @escaping @Sendable () -> String
    ) -> Self {
        .described(ValueMember(name, form(), isOptional: true, summary()))
    }
}
