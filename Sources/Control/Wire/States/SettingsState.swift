// SPDX-License-Identifier: Apache-2.0

internal import MetronomeSession

/// What is set, whatever a song or a trainer plays.
public struct SettingsState: WireRecord {
    /// Beats per minute.
    public var bpm = 0.0
    /// The meter, such as `3/4`.
    public var meter = ""
    /// When the bell rings; nil for never.
    public var bell: BellState?
    /// A gain, 0...1.
    public var volume = 0.0
    /// The sounds in use.
    public var sounds = SoundNames()
    /// The values of all others, by name.
    public var others: [String: JSONValue] = [:]

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<SettingsState>(
        "settings", "What is set, whatever a song or a trainer plays: what a client edits.",
        [.others(\.others), .member("sounds", \.sounds, "The sounds in use.")] + rows)

    private static let rows: [Record<SettingsState>.Row] = Key.all.compactMap { key in
        guard let name = key.statusName, !name.contains(".") else { return nil }
        return switch name {
        case "bpm": .member(name, \.bpm, key.reference(name))
        case "meter": .member(name, \.meter, key.reference(name))
        case "bell": .orNull(name, \.bell, key.reference(name))
        case "volume": .member(name, \.volume, key.reference(name))
        default: .described(ValueMember(name, key.form.valueForm, key.reference(name)))
        }
    }

    /// The names of the members that are properties; those of all others are in `others`.
    public static var ownMembers: Set<String> { record.properties }
}
