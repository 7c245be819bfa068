// SPDX-License-Identifier: Apache-2.0

internal import MetronomeSession

/// What an entry of a set list was when it began, whatever becomes of the list.
struct PlayedEntry: Equatable {
    /// After how many bars it ends; nil for none.
    var bars: Int?
    /// How many bars the set list has counted in before it; nil where the list does not set the count-in.
    private(set) var countIn: Int?
    /// The timer and the count-in without the set list, as far as these are known.
    private(set) var usual = Edit()
    /// The set list at the last preset that was played, whose settings are in force in a song, too; nil for none.
    private(set) var preset: SetList?
    /// The timer and the count-in of that preset without the set list.
    private(set) var usualOfPreset = Edit()

    /// An entry begins; nil: what is no entry.
    mutating func begin(_ list: SetList?, usual: Edit = Edit()) {
        (bars, countIn, self.usual) = (list?.present?.bars, list?.countIn, usual)
        guard let list else { return preset = nil }
        if case .preset = list.present?.source { (preset, usualOfPreset) = (list, usual) }
    }

    /// The timer and the count-in without the set list, where they are still as the list has set them.
    func ending(in settings: Settings) -> Edit {
        var edit = Edit()
        let timer = Trainer.Kind.timer.rules.key
        if let bars, timer.value(in: settings) == .trainer(Trainer(ofBars: bars)) {
            edit[timer] = usual[timer] ?? .trainer(nil)
        }
        if let countIn, countIn == settings.countIn, let key = Key.named("count_in") { edit[key] = usual[key] }
        return edit
    }

    /// Another version of the set list says how it is counted in and ends. Returns what follows, where nothing else was set since.
    mutating func settle(as list: SetList, in settings: Settings) -> Edit {
        var edit = Edit()
        func settle(_ key: Key, _ was: SettingValue?, _ value: SettingValue?) {
            if was != value, key.value(in: settings) == was { edit[key] = value }
        }
        let timer = Trainer.Kind.timer.rules.key
        if let present = list.present {
            let usual = usual[timer] ?? .trainer(nil)
            func value(_ bars: Int?) -> SettingValue { bars.map { .trainer(Trainer(ofBars: $0)) } ?? usual }
            settle(timer, value(bars), value(present.bars))
            bars = present.bars
        }
        if let key = Key.named("count_in") {
            func value(_ bars: Int?) -> SettingValue? { bars.map { .number(Double($0)) } ?? usual[key] }
            settle(key, value(countIn), value(list.countIn))
            countIn = list.countIn
        }
        return edit
    }

    /// The set list has another version.
    mutating func follow(_ list: SetList) {
        if let preset, preset.name == list.name { self.preset = list.following(preset) }
    }
}
