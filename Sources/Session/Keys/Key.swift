// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm

/// One thing that can be set: how each source names it, how its value is read, where it stands in ``Settings``, and what
/// follows from a change of it.
public final class Key: Sendable {
    /// What has to be done for a change of it to hold.
    public enum Effect: Sendable, Hashable {
        /// A new plan, in force from the next frame that is rendered.
        case planFromNextFrame
        /// A new plan, whose tempo is in force from the next frame that is rendered, or from the onset of a sound that has
        /// begun.
        case tempo
        /// A new plan; the change is heard from the next beat whose sound has not begun.
        case planFromNextBeat
        /// A new plan; the parts of the beat that is heard are others already, from the next frame that is rendered.
        case parts
        /// A sound is decoded first; then as ``planFromNextBeat``.
        case sound
        /// The sounds that are new are decoded first; then as ``planFromNextFrame``.
        case lanes
        /// Another fill.
        case fill
        /// What was announced is heard at another time.
        case offset
        /// Another output.
        case output
        /// Nothing: it is looked at when it is needed.
        case later
        /// Nothing before the daemon starts the next time.
        case restart

        /// Whether a change of it changes the music itself.
        public var isAudible: Bool {
            switch self {
            case .planFromNextFrame, .tempo, .planFromNextBeat, .parts, .sound, .lanes: true
            case .fill, .offset, .output, .later, .restart: false
            }
        }

        /// Whether a song says it in place of the settings.
        public var isOfSong: Bool {
            switch self {
            case .tempo, .planFromNextBeat, .parts, .lanes: true
            case .planFromNextFrame, .sound, .fill, .offset, .output, .later, .restart: false
            }
        }
    }

    /// Its dotted name in the file: `audio.device`.
    public let name: String
    /// What it means and what is allowed, in one sentence.
    public let summary: String
    /// Its environment variable; nil for what only the daemon itself remembers.
    public let variable: String?
    /// Its command-line flag, such as `--bell-every`; nil for one that has none.
    public let flag: String?
    /// The type of its values.
    public let form: SettingForm
    /// What a change of it needs.
    public let effect: Effect
    /// Its member in the saved state, dotted; nil for what is not remembered.
    public let savedName: String?
    /// Its member in `status` and in the answers to changes, dotted; nil for what these do not tell.
    public let statusName: String?
    /// Keys that are one thing to a reader have the same unit: a source that states one of them decides all.
    public let unit: String
    /// Other keys whose values the answer to a change of this one tells.
    public let related: [String]
    /// What holds where no source states a value, in words; empty for nothing.
    public let fallback: String
    /// The method that sets it by one parameter; nil where there is none, or one of another kind.
    public let command: KeyCommand?

    private let field: SettingField

    /// Its name where several keys of the music are set at once; nil for what is not set so.
    public var settingName: String? { effect.isAudible ? savedName : nil }

    /// Whether a preset may state it: what changes the music.
    public var isOfPreset: Bool { effect.isAudible && variable != nil }
    /// Whether it is a trainer or the timer.
    package var isTrainer: Bool { if case .trainer = form { true } else { false } }

    init(
        _ name: String, option: String?, hasFlag: Bool = true, _ field: SettingField,
        effect: Effect, saved: String? = nil, status: String? = nil, unit: String? = nil, related: [String] = [],
        fallback: String? = nil, command: KeyCommand? = nil, _ summary: String
    ) {
        self.name = name
        self.summary = summary
        variable = option.map { "METRONOMED_" + $0.uppercased().split(separator: "-").joined(separator: "_") }
        flag = option.flatMap { hasFlag ? "--" + $0 : nil }
        form = field.form
        self.effect = effect
        savedName = saved
        statusName = status
        self.unit = unit ?? name
        self.related = related
        self.command = command
        self.field = field
        self.fallback = fallback ?? field.get(Settings()).map(Self.text) ?? ""
    }

    /// The place of each in the table, by its name.
    static let places = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.name, $0) })

    /// The key of that name; nil where there is none.
    public static func named(_ name: String) -> Key? { places[name].map { all[$0] } }

    /// Its value in the settings; nil where it is not set.
    public func value(in settings: Settings) -> SettingValue? { field.get(settings) }

    /// The keys whose values differ between two settings, in the order of the table.
    package static func changed(from one: Settings, to other: Settings) -> [Key] {
        // The value of many lanes is long: it is made only where they differ.
        let areLanesAlike = one.lanes == other.lanes
        return all.filter { key in
            !(areLanesAlike && key.form == .lanes) && key.value(in: one) != key.value(in: other)
        }
    }

    /// The sound that it names; nil where it leaves that to another key, and for spoken numbers.
    public func sound(in settings: Settings) -> String? {
        guard form == .sound, case .text(let name) = value(in: settings), name != "auto", name != SoundChoice.voice
        else { return nil }
        return name
    }

    /// The sounds that are loaded for it besides the usual ones: 16 for spoken numbers, none where it leaves that to another
    /// key.
    package func loadedSounds(in settings: Settings) -> [String] {
        guard form == .sound, let value = value(in: settings) else { return [] }
        let usual = Settings()
        var chosen = usual
        try? set(value, &chosen)
        let kept = Set(usual.soundChoices.flatMap(\.names))
        return Set(chosen.soundChoices.flatMap(\.names)).subtracting(kept).sorted()
    }

    /// Puts a value into the settings. Throws where a relative one leads out of its range.
    func set(_ value: SettingValue, _ settings: inout Settings) throws(SettingError) {
        try field.set(value, &settings)
    }

    /// Reads and checks a value of a source, in view of what the same source states already.
    public func read(
        _ value: PlainValue, from source: SettingForm.Source, into edit: inout Edit
    ) throws(SettingError) {
        if form == .bellBeat, let bell = Key.named("bell.every") {
            edit[bell] = .bell(try form.bell(of: edit[bell], onBeat: value))
        } else {
            edit[self] = try form.read(value, from: source)
        }
    }

    /// Its value as `status` and the answers to changes tell it.
    public func told(in settings: Settings) -> PlainValue {
        switch form {
        case .tempo: .number(settings.tempo.beatsPerMinute)
        case .bell, .bellBeat: settings.bellPattern.map { PlainValue($0) } ?? .null
        case .lanes: .list(settings.lanes.lanes.map { PlainValue($0) })
        default: value(in: settings)?.plain ?? .null
        }
    }

    /// Its value in the settings as one would write it; nil where nothing is set.
    package func text(in settings: Settings) -> String? { value(in: settings).map(Self.text) }

    /// A value as one would write it for a flag.
    private static func text(_ value: SettingValue) -> String {
        if case .bell(.every(let pattern)) = value {
            return pattern.on == 1 ? "\(pattern.every)" : "\(pattern.every) on \(pattern.on)"
        }
        return switch value.plain {
        case .string(let text): text
        case .number(let number): PlainValue.text(number)
        case .bool(let flag): "\(flag)"
        default: ""
        }
    }
}

extension Key: Hashable {
    /// Keys are the same if their names are.
    public static func == (one: Key, other: Key) -> Bool { one.name == other.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
