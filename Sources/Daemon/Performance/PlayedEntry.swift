// SPDX-License-Identifier: Apache-2.0

internal import MetronomeSession

/// What an entry of a set list was when it began, whatever becomes of the list.
struct PlayedEntry: Equatable {
    /// After how many bars it ends; nil for none.
    var bars: Int?
    /// What the timer would be without that end; nil where it is what it was before.
    private(set) var usualTimer: SettingValue?
    /// The set list at the last preset that was played, whose settings are in force in a song, too; nil for none.
    private(set) var preset: SetList?

    /// An entry begins; nil: what is no entry.
    mutating func begin(_ list: SetList?, usualTimer timer: SettingValue? = nil) {
        (bars, usualTimer) = (list?.present?.bars, timer)
        guard let list else { return preset = nil }
        if case .preset = list.present?.source { preset = list }
    }

    /// The set list has another version.
    mutating func follow(_ list: SetList) {
        if let preset, preset.name == list.name { self.preset = list.following(preset) }
    }
}
