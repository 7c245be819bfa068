// SPDX-License-Identifier: Apache-2.0

internal import MetronomeSession

extension ValueType {
    /// Every object that has a name, in the order of the document.
    public static let all: [ValueType] =
        [
            Change.record.type, Status.record.type, BellState.record.type, SoundNames.record.type, lane,
            HeardState.record.type, HeardState.Lane.record.type, SettingsState.record.type,
            GrooveList.Entry.record.type, HistoryState.record.type,
            PendingState.record.type, PositionState.record.type,
            PendulumState.record.type, MotionSegment.record.type, AudioState.record.type, PracticeState.record.type,
        ] + Trainer.Kind.allCases.map(\.valueType) + [
            SyncState.record.type, TapState.record.type, ScoreState.record.type,
            ScoreState.Figures.record.type, JournalPage.Day.record.type, SongState.record.type,
            SongPage.Section.record.type, SongList.Entry.record.type,
            SectionState.record.type,
            PresetList.Entry.record.type, SetListState.record.type, SetListState.Entry.record.type,
            SetLists.Entry.record.type, TimelineState.record.type, TimelineState.Segment.record.type,
            TimelineState.Bars.record.type, TimelineState.Lanes.record.type, TimelineState.Lane.record.type,
            Timing.record.type, TimingRange.record.type, TimingSpread.record.type, BridgeList.Bridge.record.type,
            PropertyList.Entry.record.type, SoundList.Entry.record.type, ProtocolVersion.record.type,
        ]

    /// A lane, which is sent as the setting has it.
    private static let lane = ValueType(
        "lane", "A rhythm beside the beats.",
        [
            .init("name", .text, "By which it is changed."),
            .init("pattern", .orNull(.text), "What it plays, as it was written; `null` for the metronome's own."),
            .init("sound", .orNull(.text), "The name of its sound; `null` for that of the beat."),
            .init("gain", .number, "How loud it is, 0...4."), .init("pan", .number, "-1 (left) to 1 (right)."),
            .init("mute", .flag, "Whether it is not heard."),
            .init("solo", .flag, "Whether only it, and others of which this is said, are heard."),
            .init("channel", .integer, "The first of the two output channels that it is played on, from 1."),
            .init(
                "from", .orNull(.choice(["bar", "passage", "run"])),
                "What it is counted from; `null` where that follows from the length of its cycle."),
        ])
}

extension SettingForm {
    /// The form of a value of this type in an answer.
    var valueForm: ValueForm {
        switch self {
        case .number, .count, .gain, .tempo: .number
        case .flag: .flag
        case .choice(let words): .choice(words)
        case .text, .path, .sound, .meter, .beat, .accents, .swing, .trainer, .preset: .text
        case .lanes: .list(.type("lane"))
        case .bell: .orNull(.type("bell"))
        case .bellBeat, .offsets: .any
        }
    }
}

extension Key {
    /// The method that describes a member of that name; where no method sets the member, what that is.
    func reference(_ name: String) -> String {
        command == nil && variable == nil ? summary : "See `\(command?.method ?? name + ".set")`."
    }
}
