// SPDX-License-Identifier: Apache-2.0

public import MetronomeRhythm

extension Edit {
    /// Another bell.
    public static func bell(_ bell: BellSetting) -> Edit { Edit(naming: ["bell.every": .bell(bell)]) }

    /// Other sounds, by name or path, of some of `Key.sounding`.
    public static func sounds(_ names: [String: String]) -> Edit {
        Edit(naming: Dictionary(uniqueKeysWithValues: names.map { ("sounds." + $0, SettingValue.text($1)) }))
    }

    /// The name of another preset, nil for none, without its music.
    public static func preset(_ name: LibraryName?) -> Edit { Edit(naming: ["preset": .text(name?.text ?? "")]) }

    /// Another offset of a device.
    public static func offset(_ change: OffsetChange, of device: String) -> Edit {
        Edit(naming: ["offsets": .offsets([device: change])])
    }

    /// A tempo, or a change of it.
    public static func tempo(_ change: TempoChange) -> Edit { Edit(naming: ["bpm": .tempo(change)]) }

    /// Another gain, 0...1.
    public static func volume(_ gain: Double) -> Edit { Edit(naming: ["volume": .number(gain)]) }

    /// No trainer; a timer goes on.
    public static let trainersOff = off(Trainer.Kind.endedByOff)

    private static func off(_ kinds: [Trainer.Kind]) -> Edit {
        Edit(Dictionary(uniqueKeysWithValues: kinds.map { ($0.rules.key, .trainer(nil)) }))
    }

    /// A plain metronome: four quarters, a bell on the first, nothing between the beats, no lanes, trainers, timer or count-in. The
    /// tempo, the sounds, the volume, and that of bell and parts stay.
    public static let plain: Edit = {
        let settings = Settings()
        var values: [String: SettingValue] = [
            "lanes": .lanes([.all([])]), "muted": .flag(false), "preset": .text(""),
        ]
        for name in ["meter", "beat", "accents", "bell.every", "subdivision", "swing", "count_in"] {
            values[name] = Key.named(name)?.value(in: settings)
        }
        return Edit(naming: values).filled(from: off(Trainer.Kind.allCases))
    }()

    /// Other lanes.
    public static func lanes(_ changes: [LaneChange]) -> Edit { Edit(naming: ["lanes": .lanes(changes)]) }

    /// The lanes and the meter of a groove, nil: no lanes; with a tempo, if one is asked for.
    public static func groove(_ groove: Groove?, tempo: TempoChange? = nil) -> Edit {
        var values: [String: SettingValue] = ["lanes": .lanes([.rhythm(groove?.lanes ?? [])])]
        if let groove, let meter = try? Meter(parsing: groove.meter) { values["meter"] = .meter(meter) }
        values["bpm"] = tempo.map(SettingValue.tempo)
        return Edit(naming: values)
    }

    /// Whether it is heard.
    public static func muted(_ isMuted: Bool) -> Edit { Edit(naming: ["muted": .flag(isMuted)]) }

    /// Values by the names of their keys, which the table must have.
    private init(naming values: [String: SettingValue]) {
        self.init()
        for key in Key.all { self[key] = values[key.name] }
    }
}
