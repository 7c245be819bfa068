// SPDX-License-Identifier: Apache-2.0

package import MetronomeRhythm

/// What a preset, or an entry of a set list, changes at once.
public struct Scene: Sendable, Hashable {
    /// Values of settings.
    public var edit: Edit
    /// The song that is played from its start on; nil for the metronome.
    public var song: LoadedSong?
    /// The set list, at the place of this entry; nil where the set list stays as it is.
    public var setList: SetList?
    /// The tempo that is proposed to a clock that is followed, once it holds; nil for none.
    package var proposal: Tempo?
    /// The timer and the count-in that it would have without its set list, as far as it says anything of them.
    package var usual = Edit()

    /// All of its parts.
    public init(_ edit: Edit = Edit(), song: LoadedSong? = nil, setList: SetList? = nil) {
        self.edit = edit
        self.song = song
        self.setList = setList
    }

    /// What becomes of a song that plays.
    package var songChange: SongChange { song.map(SongChange.load) ?? .unload }
}

extension Edit {
    /// What a groove keeps of some settings: the meter and the lanes.
    public init(grooveOf settings: Settings) {
        self.init()
        for key in Key.all where ["meter", "lanes"].contains(key.name) { self[key] = key.value(in: settings) }
    }

    /// What a preset keeps of some settings: all that is of the music but how loud everything is, which is a matter of the
    /// room; beside a song, only what the song does not say itself.
    public init(presetOf settings: Settings, besideSong: Bool = false) {
        self.init()
        for key in Key.all where key.isOfPreset && key.name != "volume" && !(besideSong && key.effect.isOfSong) {
            self[key] = key.value(in: settings)
        }
    }
}
